//! Names of graphs and nodes as pages show them.

use contsid::graph::NodeNames;

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

/// The truth's name and those of the learnt graphs, without the directories that all of them begin with, or else
/// without those of the learnt graphs: the truth is often somewhere else.
///
/// ```
/// use contsid_report::comparison::compared_names;
///
/// assert_eq!(compared_names("a/truth.csv", &["a/pc.csv", "a/ges.csv"]), ["truth.csv", "pc.csv", "ges.csv"]);
/// assert_eq!(compared_names("truth.csv", &["run/pc.csv", "run/ges.csv"]), ["truth.csv", "pc.csv", "ges.csv"]);
/// assert_eq!(compared_names("a/pc.csv", &["b/pc.csv", "b/ges.csv"]), ["a/pc.csv", "pc.csv", "ges.csv"]);
/// assert_eq!(compared_names("pc.csv", &["b/pc.csv"]), ["pc.csv", "b/pc.csv"]);
/// ```
pub fn compared_names(truth: &str, learnt: &[&str]) -> Vec<String> {
    let all: Vec<&str> = std::iter::once(truth).chain(learnt.iter().copied()).collect();
    let shared = without_common_directory(&all);
    let apart = without_common_directory(learnt);
    if shared[0] != truth || apart.iter().any(|name| *name == shared[0]) {
        return shared;
    }
    shared.into_iter().take(1).chain(apart).collect()
}

/// The indices of the names in their order, in which numbers count as numbers: V2 before V10.
pub(super) fn by_name(names: &NodeNames) -> Vec<usize> {
    let keys: Vec<_> = names.iter().map(sort_key).collect();
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
    order
}

/// The text before each number in small letters, and the number: without zeros that lead it, shorter ones are smaller.
fn sort_key(name: &str) -> Vec<(String, usize, String)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (text, from) = rest.split_at(rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len()));
        let (number, after) = from.split_at(from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len()));
        let number = number.trim_start_matches('0');
        parts.push((text.to_lowercase(), number.len(), number.to_owned()));
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let names = NodeNames::new(["V10", "v2", "V1", "a", "V007b", "V7"]).unwrap();
        let ordered: Vec<&str> = by_name(&names).into_iter().map(|node| names.iter().nth(node).unwrap()).collect();
        assert_eq!(ordered, ["a", "V1", "v2", "V7", "V007b", "V10"]);
    }
}
