//! Numbers, texts and sets as bytes, for parts that are estimated by other processes.
//!
//! Numbers are little-endian, and lists begin with their length. Numbers come back bit by bit.

use crate::graph::{NodeId, NodeSet};
use crate::numeric::Matrix;
use thiserror::Error;

/// Bytes that are not a message of this version of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the bytes are no message about parts of this version of contsid")]
pub struct MalformedMessage;

/// Bytes that are written.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn count(&mut self, count: usize) {
        self.0.extend_from_slice(&(count as u64).to_le_bytes());
    }

    pub(super) fn number(&mut self, number: f64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn numbers(&mut self, numbers: &[f64]) {
        self.count(numbers.len());
        for &number in numbers {
            self.number(number);
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(super) fn nodes(&mut self, nodes: impl Iterator<Item = NodeId>) {
        let indices: Vec<usize> = nodes.map(NodeId::index).collect();
        self.count(indices.len());
        for index in indices {
            self.count(index);
        }
    }

    pub(super) fn matrix(&mut self, matrix: &Matrix) {
        self.count(matrix.row_count());
        self.count(matrix.column_count());
        for &number in matrix.columns().flatten() {
            self.number(number);
        }
    }

    /// A list, each item by `write`.
    pub(super) fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.count(items.len());
        for item in items {
            write(self, item);
        }
    }
}

/// Bytes that are read.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], MalformedMessage> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(MalformedMessage)?;
        self.0 = rest;
        Ok(taken)
    }

    fn eight(&mut self) -> Result<[u8; 8], MalformedMessage> {
        self.take(8)?.try_into().map_err(|_| MalformedMessage)
    }

    pub(super) fn count(&mut self) -> Result<usize, MalformedMessage> {
        usize::try_from(u64::from_le_bytes(self.eight()?)).map_err(|_| MalformedMessage)
    }

    pub(super) fn number(&mut self) -> Result<f64, MalformedMessage> {
        Ok(f64::from_le_bytes(self.eight()?))
    }

    fn these_numbers(&mut self, count: usize) -> Result<Vec<f64>, MalformedMessage> {
        let bytes = self.take(count.checked_mul(8).ok_or(MalformedMessage)?)?;
        let mut numbers = Reader(bytes);
        (0..count).map(|_| numbers.number()).collect()
    }

    pub(super) fn numbers(&mut self) -> Result<Vec<f64>, MalformedMessage> {
        let count = self.count()?;
        self.these_numbers(count)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, MalformedMessage> {
        let count = self.count()?;
        std::str::from_utf8(self.take(count)?).map_err(|_| MalformedMessage)
    }

    /// Nodes of a graph with this many.
    pub(super) fn nodes(&mut self, node_count: usize) -> Result<Vec<NodeId>, MalformedMessage> {
        self.list(|reader| match reader.count()? {
            index if index < node_count => Ok(NodeId::new(index)),
            _ => Err(MalformedMessage),
        })
    }

    pub(super) fn node_set(&mut self, node_count: usize) -> Result<NodeSet, MalformedMessage> {
        Ok(NodeSet::of(node_count, self.nodes(node_count)?))
    }

    pub(super) fn matrix(&mut self) -> Result<Matrix, MalformedMessage> {
        let (rows, columns) = (self.count()?, self.count()?);
        let values = self.these_numbers(rows.checked_mul(columns).ok_or(MalformedMessage)?)?;
        Ok(if rows == 0 { Matrix::zeros(0, columns) } else { Matrix::from_values(rows, values) })
    }

    /// A list, each item by `read`.
    pub(super) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, MalformedMessage>,
    ) -> Result<Vec<T>, MalformedMessage> {
        let count = self.count()?;
        // A list is not longer than its bytes: no memory is set aside for a wrong length.
        let mut items = Vec::with_capacity(count.min(self.0.len()));
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    /// Everything was read.
    pub(super) fn finish(self) -> Result<(), MalformedMessage> {
        if self.0.is_empty() { Ok(()) } else { Err(MalformedMessage) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut writer = Writer::default();
        writer.numbers(&[0.1, -0.0, f64::MIN_POSITIVE]);
        writer.text("größe");
        writer.nodes([NodeId::new(3), NodeId::new(0)].into_iter());
        writer.matrix(&Matrix::from_columns(2, &[vec![1.0, 2.0], vec![3.0, 4.0]]));
        writer.list(&["a", "bc"], |writer, text| writer.text(text));
        let bytes = writer.into_bytes();
        let mut reader = Reader::new(&bytes);
        let bits: Vec<u64> = reader.numbers().unwrap().into_iter().map(f64::to_bits).collect();
        assert_eq!(bits, [0.1, -0.0, f64::MIN_POSITIVE].map(f64::to_bits));
        assert_eq!(reader.text(), Ok("größe"));
        assert_eq!(reader.nodes(4).unwrap(), [NodeId::new(3), NodeId::new(0)]);
        assert_eq!(reader.matrix().unwrap().column(1), [3.0, 4.0]);
        assert_eq!(reader.list(Reader::text).unwrap(), ["a", "bc"]);
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn other_bytes_are_refused() {
        assert!(Reader::new(&[1, 2, 3]).count().is_err());
        let many = u64::MAX.to_le_bytes();
        assert!(Reader::new(&many).numbers().is_err());
        assert!(Reader::new(&many).list(Reader::text).is_err());
        assert!(Reader::new(&[0; 9]).finish().is_err());
        let mut writer = Writer::default();
        writer.nodes([NodeId::new(3)].into_iter());
        assert!(Reader::new(&writer.into_bytes()).nodes(3).is_err(), "three nodes are 0, 1 and 2");
    }
}
