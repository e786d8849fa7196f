//! Graphs as matrices of booleans: `graph[a][b]` is the edge a → b.

/// A directed graph: `graph[a][b]` is the edge a → b.
pub type Graph = Vec<Vec<bool>>;

/// Every simple path between two nodes, whatever the directions of its edges, as lists of nodes.
pub fn paths(graph: &Graph, from: usize, to: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend_path(graph, to, &mut vec![from], &mut found);
    found
}

fn extend_path(graph: &Graph, to: usize, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let last = path[path.len() - 1];
    if last == to {
        found.push(path.clone());
        return;
    }
    for next in 0..graph.len() {
        if (graph[last][next] || graph[next][last]) && !path.contains(&next) {
            path.push(next);
            extend_path(graph, to, path, found);
            path.pop();
        }
    }
}

/// Whether every edge of the path points along it.
pub fn is_directed(graph: &Graph, path: &[usize]) -> bool {
    path.windows(2).all(|edge| graph[edge[0]][edge[1]])
}

/// Whether there is a directed path between two different nodes.
pub fn has_directed_path(graph: &Graph, from: usize, to: usize) -> bool {
    from != to && paths(graph, from, to).iter().any(|path| is_directed(graph, path))
}

/// The node and all nodes it has a directed path to.
pub fn descendants(graph: &Graph, node: usize) -> Vec<usize> {
    (0..graph.len()).filter(|&other| other == node || has_directed_path(graph, node, other)).collect()
}

/// The parents of a node.
pub fn parents(graph: &Graph, node: usize) -> Vec<usize> {
    (0..graph.len()).filter(|&parent| graph[parent][node]).collect()
}

/// Whether no node has a directed path back to itself.
pub fn is_acyclic(graph: &Graph) -> bool {
    let reaches_itself = |node: usize| {
        let children = (0..graph.len()).filter(|&child| graph[node][child]);
        children.clone().any(|child| child == node || has_directed_path(graph, child, node))
    };
    !(0..graph.len()).any(reaches_itself)
}

/// Every directed acyclic graph on `nodes` labelled nodes: 1, 3, 25, 543, 29281, …
pub fn all_dags(nodes: usize) -> Vec<Graph> {
    let pairs: Vec<(usize, usize)> = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))).collect();
    let choices = 3_usize.pow(u32::try_from(pairs.len()).expect("few pairs"));
    (0..choices).map(|choice| orientation(nodes, &pairs, choice)).filter(is_acyclic).collect()
}

/// The graph in which digit k of `choice` in base 3 says how pair k is joined: not at all, forwards, backwards.
fn orientation(nodes: usize, pairs: &[(usize, usize)], mut choice: usize) -> Graph {
    let mut graph = vec![vec![false; nodes]; nodes];
    for &(a, b) in pairs {
        match choice % 3 {
            1 => graph[a][b] = true,
            2 => graph[b][a] = true,
            _ => {}
        }
        choice /= 3;
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labelled_dags_are_as_many_as_robinson_counted() {
        assert_eq!([1, 2, 3, 4].map(|nodes| all_dags(nodes).len()), [1, 3, 25, 543]);
    }

    #[test]
    fn paths_ignore_directions() {
        let mut graph = vec![vec![false; 3]; 3];
        graph[0][1] = true;
        graph[2][1] = true;
        assert_eq!(paths(&graph, 0, 2), [[0, 1, 2]]);
        assert!(!has_directed_path(&graph, 0, 2));
    }
}
