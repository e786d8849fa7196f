//! The cells of a matrix in memory.

use std::borrow::Cow;

/// The order of a matrix's cells in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row, as in C.
    Rows,
    /// Column by column, as in Fortran.
    Columns,
}

/// The numbers in the cells of a matrix, as they are in memory.
#[derive(Clone, Debug)]
pub enum CellValues<'a> {
    /// Floating-point numbers.
    Floats(Cow<'a, [f64]>),
    /// Whole numbers of eight bytes.
    Integers(&'a [i64]),
    /// Whole numbers of one byte.
    Bytes(&'a [i8]),
    /// Truth values.
    Flags(&'a [bool]),
    /// Only those that are not zero.
    Sparse(SparseValues),
}

impl CellValues<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Floats(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::Bytes(values) => values.len(),
            Self::Flags(values) => values.len(),
            Self::Sparse(values) => (values.starts.len() - 1) * values.width,
        }
    }

    fn at(&self, index: usize) -> f64 {
        match self {
            Self::Floats(values) => values[index],
            Self::Integers(values) => values[index] as f64,
            Self::Bytes(values) => f64::from(values[index]),
            Self::Flags(values) => f64::from(u8::from(values[index])),
            Self::Sparse(values) => values.at(index / values.width, index % values.width),
        }
    }

    /// The indices of the values that are not zero, in order.
    fn nonzeros(&self) -> Vec<usize> {
        match self {
            Self::Floats(values) => nonzeros(values, |value| value != 0.0),
            Self::Integers(values) => nonzeros(values, |value| value != 0),
            Self::Bytes(values) => nonzeros(values, |value| value != 0),
            Self::Flags(values) => nonzeros(values, |value| value),
            Self::Sparse(values) => values.nonzeros(),
        }
    }
}

/// The number of values that are compared at once: a bit for each.
const BLOCK: usize = u64::BITS as usize;

/// The indices of values that are not zero, where most are: a block of zeros is passed in one step.
fn nonzeros<T: Copy>(values: &[T], is_nonzero: impl Fn(T) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for (block, start) in values.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
        // Without a branch for each value the compiler can compare many at once.
        if !block.iter().fold(false, |any, &value| any | is_nonzero(value)) {
            continue;
        }
        let mut flags = [0; BLOCK];
        flags.iter_mut().zip(block).for_each(|(flag, &value)| *flag = u8::from(is_nonzero(value)));
        let mut bits = bits_of(&flags);
        while bits != 0 {
            found.push(start + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
    found
}

/// A bit for each of the bytes, which are 0 or 1.
fn bits_of(flags: &[u8; BLOCK]) -> u64 {
    let (eights, _) = flags.as_chunks::<8>();
    eights.iter().rev().fold(0, |bits, &eight| {
        // The product moves the bit of byte i to bit 56 + i.
        bits << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// The values of a matrix that are not zero: row by row, or column by column.
#[derive(Clone, Debug)]
pub struct SparseValues {
    /// The length of a line, which is a row or a column.
    width: usize,
    /// The start of each line's entries, and the end of the last.
    starts: Vec<usize>,
    /// The index in the line and the value, sorted within each line.
    entries: Vec<(usize, f64)>,
}

impl SparseValues {
    /// The values of lines of this width: those of line `i` are `starts[i]..starts[i + 1]`. Values of the same cell are
    /// added.
    ///
    /// None if a range or an index is out of bounds.
    pub fn new(width: usize, starts: &[usize], indices: &[usize], values: &[f64]) -> Option<Self> {
        let mut sparse = Self { width, starts: vec![0], entries: Vec::with_capacity(values.len()) };
        for range in starts.windows(2) {
            let (indices, values) = (indices.get(range[0]..range[1])?, values.get(range[0]..range[1])?);
            let mut line: Vec<(usize, f64)> = indices.iter().copied().zip(values.iter().copied()).collect();
            line.sort_by_key(|&(index, _)| index);
            line.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                kept.1 += if is_same { next.1 } else { 0.0 };
                is_same
            });
            if line.last().is_some_and(|&(index, _)| index >= width) {
                return None;
            }
            sparse.entries.extend(line.into_iter().filter(|&(_, value)| value != 0.0));
            sparse.starts.push(sparse.entries.len());
        }
        Some(sparse)
    }

    fn at(&self, line: usize, index: usize) -> f64 {
        let entries = &self.entries[self.starts[line]..self.starts[line + 1]];
        entries.binary_search_by_key(&index, |&(index, _)| index).map_or(0.0, |found| entries[found].1)
    }

    fn nonzeros(&self) -> Vec<usize> {
        let lines = self.starts.windows(2).enumerate();
        let entries =
            lines.flat_map(|(line, range)| self.entries[range[0]..range[1]].iter().map(move |entry| (line, entry.0)));
        entries.map(|(line, index)| line * self.width + index).collect()
    }
}

/// The cells of a matrix in memory, read where they are.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    shape: [usize; 2],
    order: CellOrder,
    values: CellValues<'a>,
}

impl<'a> Cells<'a> {
    /// The cells of a matrix with these numbers of rows and columns.
    ///
    /// # Panics
    ///
    /// If there is not one value for each cell.
    pub fn new(shape: [usize; 2], order: CellOrder, values: impl Into<CellValues<'a>>) -> Self {
        let values = values.into();
        assert_eq!(values.len(), shape[0] * shape[1], "one value for each cell");
        Self { shape, order, values }
    }

    pub(super) fn shape(&self) -> [usize; 2] {
        self.shape
    }

    pub(super) fn value(&self, row: usize, column: usize) -> f64 {
        self.values.at(match self.order {
            CellOrder::Rows => row * self.shape[1] + column,
            CellOrder::Columns => column * self.shape[0] + row,
        })
    }

    /// The rows and columns of the cells that are not zero, in the order of memory.
    pub(super) fn nonzeros(&self) -> impl Iterator<Item = (usize, usize)> {
        let [rows, columns] = self.shape;
        self.values.nonzeros().into_iter().map(move |index| match self.order {
            CellOrder::Rows => (index / columns, index % columns),
            CellOrder::Columns => (index % rows, index / rows),
        })
    }

    /// The row and column of the first cell, row by row, that is not a finite number.
    pub(super) fn not_finite(&self) -> Option<(usize, usize)> {
        let [rows, columns] = self.shape;
        let mut locations = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        locations.find(|&(row, column)| !self.value(row, column).is_finite())
    }
}

/// Values of these types are cells.
macro_rules! cell_values {
    ($($values:ty: $kind:ident),+ $(,)?) => {
        $(impl<'a> From<$values> for CellValues<'a> {
            fn from(values: $values) -> Self {
                Self::$kind(values.into())
            }
        })+
    };
}

cell_values! {
    &'a [f64]: Floats,
    Vec<f64>: Floats,
    &'a [i64]: Integers,
    &'a [i8]: Bytes,
    &'a [bool]: Flags,
    SparseValues: Sparse,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_values_that_are_not_zero_in_whole_and_cut_blocks() {
        for length in [1, 7, 8, 63, 64, 65, 200] {
            for modulus in [1, 3, 8, 64, 65, 1000] {
                let is_set = |index: usize| (index + 1).is_multiple_of(modulus);
                let expected: Vec<usize> = (0..length).filter(|&index| is_set(index)).collect();
                let of = |value: i8| (0..length).map(|index| if is_set(index) { value } else { 0 }).collect::<Vec<_>>();
                assert_eq!(nonzeros(&of(-128), |value| value != 0), expected);
                let floats: Vec<f64> = of(-1).into_iter().map(|value| 1e-300 * f64::from(value)).collect();
                assert_eq!(nonzeros(&floats, |value| value != 0.0), expected);
            }
        }
    }

    /// The matrix with the rows 0, 5, 0 and 7, 0, 9, as each kind of values holds it.
    fn each_kind() -> Vec<Cells<'static>> {
        const ROWS: CellOrder = CellOrder::Rows;
        let sparse = |width, starts: &[usize], indices: &[usize], values: &[f64]| {
            SparseValues::new(width, starts, indices, values).expect("indices within the lines")
        };
        vec![
            Cells::new([2, 3], ROWS, vec![0.0, 5.0, 0.0, 7.0, 0.0, 9.0]),
            Cells::new([2, 3], CellOrder::Columns, vec![0.0, 7.0, 5.0, 0.0, 0.0, 9.0]),
            Cells::new([2, 3], ROWS, &[0_i64, 5, 0, 7, 0, 9][..]),
            Cells::new([2, 3], ROWS, &[0_i8, 5, 0, 7, 0, 9][..]),
            Cells::new([2, 3], ROWS, sparse(3, &[0, 1, 3], &[1, 0, 2], &[5.0, 7.0, 9.0])),
            // Not in order, twice the same cell, and one that adds up to zero.
            Cells::new([2, 3], ROWS, sparse(3, &[0, 3, 6], &[2, 1, 2, 2, 0, 2], &[4.0, 5.0, -4.0, 8.0, 7.0, 1.0])),
            Cells::new([2, 3], CellOrder::Columns, sparse(2, &[0, 1, 2, 3], &[1, 0, 1], &[7.0, 5.0, 9.0])),
        ]
    }

    #[test]
    fn each_kind_of_values_holds_the_same_matrix() {
        for (kind, cells) in each_kind().into_iter().enumerate() {
            assert_eq!(cells.shape(), [2, 3]);
            let rows = [0, 1].map(|row| [0, 1, 2].map(|column| cells.value(row, column)));
            assert_eq!(rows, [[0.0, 5.0, 0.0], [7.0, 0.0, 9.0]], "{kind}");
            let mut nonzeros: Vec<_> = cells.nonzeros().collect();
            nonzeros.sort_unstable();
            assert_eq!(nonzeros, [(0, 1), (1, 0), (1, 2)], "{kind}");
            assert_eq!(cells.not_finite(), None);
        }
        let flags = Cells::new([1, 3], CellOrder::Rows, &[true, false, true][..]);
        assert_eq!([0, 1, 2].map(|column| flags.value(0, column)), [1.0, 0.0, 1.0]);
        assert_eq!(flags.nonzeros().collect::<Vec<_>>(), [(0, 0), (0, 2)]);
    }

    #[test]
    fn sparse_values_stay_within_their_lines() {
        let new = |starts: &[usize], indices: &[usize]| SparseValues::new(3, starts, indices, &[1.0, 2.0]).is_some();
        assert!(new(&[0, 1, 2], &[2, 0]));
        assert!(!new(&[0, 1, 2], &[3, 0]), "a line has three cells");
        assert!(!new(&[0, 1, 3], &[2, 0]), "there are two values");
        assert!(!new(&[0, 2, 1], &[2, 0]), "a line does not end before it begins");
    }

    #[test]
    fn the_first_cell_row_by_row_that_is_not_finite() {
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        let values = vec![0.0, 0.0, nan, infinite, 1.0, 0.0];
        assert_eq!(Cells::new([2, 3], CellOrder::Rows, values.clone()).not_finite(), Some((0, 2)));
        assert_eq!(Cells::new([2, 3], CellOrder::Columns, values).not_finite(), Some((0, 1)));
        assert_eq!(Cells::new([1, 2], CellOrder::Rows, vec![1.0, -infinite]).not_finite(), Some((0, 1)));
    }
}
