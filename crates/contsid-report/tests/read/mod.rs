//! Pages, read back.

use serde_json::Value;

/// The data of a page.
pub fn model_of(page: &str) -> Value {
    let mark = "type=\"application/json\">";
    let start = page.find(mark).expect("a page has a model") + mark.len();
    let end = start + page[start..].find("</script>").expect("its element ends");
    serde_json::from_str(&page[start..end]).expect("it is JSON")
}
