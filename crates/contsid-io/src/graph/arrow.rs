//! What joins two nodes, as it is written from left to right.

use contsid::graph::{EdgeMarks, Mark, NodeId};

/// The connection between two nodes: the marks at its left and at its right end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrow([Mark; 2]);

#[expect(non_upper_case_globals, reason = "they are the arrows that files know best, and read as variants")]
impl Arrow {
    /// `->` or `-->`
    pub(super) const Right: Self = Self([Mark::Tail, Mark::Arrow]);
    /// `<-` or `<--`
    pub(super) const Left: Self = Self([Mark::Arrow, Mark::Tail]);
    /// `--` or `---`
    pub(super) const Line: Self = Self([Mark::Tail; 2]);
    /// `<->`
    pub(super) const Both: Self = Self([Mark::Arrow; 2]);
}

impl Arrow {
    /// The arrow with these marks at its left and right end.
    pub(super) fn new(marks: [Mark; 2]) -> Self {
        Self(marks)
    }

    /// The arrow with or without a head at its left and right end.
    pub(super) fn with_heads(left: bool, right: bool) -> Self {
        Self([left, right].map(|has_head| if has_head { Mark::Arrow } else { Mark::Tail }))
    }

    /// The arrow that yEd draws with these shapes at its source and target; its white circle is the mark of a PAG.
    pub(super) fn drawn_by_yed(shapes: [Option<&str>; 2]) -> Self {
        Self(shapes.map(|shape| match shape {
            None | Some("none") => Mark::Tail,
            Some("transparent_circle" | "white_circle") => Mark::Circle,
            Some(_) => Mark::Arrow,
        }))
    }

    /// The same arrow with a circle at some ends.
    pub(super) fn with_circles(self, at: [bool; 2]) -> Self {
        let mut marks = self.0;
        for (mark, _) in marks.iter_mut().zip(at).filter(|(_, has_circle)| *has_circle) {
            *mark = Mark::Circle;
        }
        Self(marks)
    }

    /// The edge between two nodes, the smaller one first.
    pub(super) fn between(self, [left, right]: [NodeId; 2]) -> EdgeMarks {
        let Self([at_left, at_right]) = self;
        if left <= right {
            EdgeMarks::new([left, right], [at_left, at_right])
        } else {
            EdgeMarks::new([right, left], [at_right, at_left])
        }
    }
}

/// What an edge is that is neither directed nor undirected.
pub(super) fn hidden_cause(marks: [Mark; 2]) -> Option<&'static str> {
    match marks {
        [Mark::Arrow, Mark::Arrow] => Some("bidirected"),
        marks if marks.contains(&Mark::Circle) => Some("marked by a circle"),
        _ => None,
    }
}
