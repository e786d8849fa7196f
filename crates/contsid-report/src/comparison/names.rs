//! Names of graphs as pages show them.

/// The names without the directories that all of them begin with.
///
/// ```
/// use contsid_report::comparison::without_common_directory;
///
/// assert_eq!(without_common_directory(&["runs/a/pc.csv", "runs/b/pc.csv"]), ["a/pc.csv", "b/pc.csv"]);
/// assert_eq!(without_common_directory(&["out/truth.csv"]), ["truth.csv"]);
/// assert_eq!(without_common_directory(&["PC", "GES"]), ["PC", "GES"]);
/// ```
pub fn without_common_directory(names: &[&str]) -> Vec<String> {
    let is_separator = |character: char| matches!(character, '/' | '\\');
    let Some(first) = names.first() else { return Vec::new() };
    let directories = first.match_indices(is_separator).map(|(at, _)| &first[..=at]);
    let is_shared = |directory: &&str| {
        names.iter().all(|name| name.strip_prefix(directory).is_some_and(|rest| !rest.trim().is_empty()))
    };
    let shared = directories.take_while(is_shared).last().map_or(0, str::len);
    names.iter().map(|name| name[shared..].to_owned()).collect()
}
