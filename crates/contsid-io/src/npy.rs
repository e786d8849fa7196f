//! Arrays as numpy saves them: the NPY format, versions 1 to 3, of numbers in one or two dimensions.

use crate::error::{Fault, Problem};
use crate::graph::CellOrder;
use crate::input::read_fault;
use crate::memory::check_numbers;
use crate::shown::shown;
use std::io::Read;

/// The first bytes of an array's file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// An array of numbers or texts whose header has been read.
pub(crate) struct Array<R> {
    header: Header,
    reader: R,
    /// The least number of bytes, if known before they are read.
    byte_count: Option<u64>,
}

/// The longest header, in bytes; numpy itself refuses headers of more than 10,000 characters.
const LONGEST_HEADER: u64 = 1 << 16;

/// The most bytes of an array of texts: names of a million columns.
const MOST_TEXT: u64 = 1 << 26;

/// The number of bytes converted at once.
const CHUNK: usize = 1 << 16;

fn malformed(reason: impl Into<String>) -> Fault {
    Fault::Malformed { format: "NPY", reason: reason.into() }
}

/// Reads the header of an array. `byte_count` is the number of bytes, if known.
pub(crate) fn open<R: Read>(mut reader: R, byte_count: Option<u64>) -> Result<Array<R>, Problem> {
    let text = header_text(&mut reader)?;
    let header = Header::parse(&text).ok_or_else(|| malformed("its header cannot be understood"))?;
    Ok(Array { header, reader, byte_count })
}

fn header_text(reader: &mut impl Read) -> Result<String, Problem> {
    let mut start = Vec::new();
    reader.by_ref().take(MAGIC.len() as u64 + 2).read_to_end(&mut start).map_err(read_fault)?;
    if start.is_empty() {
        return Err(Fault::Empty.into());
    }
    let unknown = || malformed("its header is not that of a numpy array");
    let version = start.strip_prefix(MAGIC).ok_or_else(unknown)?;
    let width = match version {
        [1, 0] => 2,
        [2 | 3, 0] => 4,
        _ => return Err(unknown().into()),
    };
    let mut length = [0; 4];
    reader.read_exact(&mut length[..width]).map_err(|_| unknown())?;
    let length = u64::from(u32::from_le_bytes(length));
    let mut text = Vec::new();
    if length <= LONGEST_HEADER {
        reader.take(length).read_to_end(&mut text).map_err(read_fault)?;
    }
    String::from_utf8(text).ok().filter(|text| text.len() as u64 == length).ok_or_else(|| unknown().into())
}

fn unsupported_type(descr: &str) -> Fault {
    let descr = shown(descr);
    malformed(format!(
        "its numbers have type `{descr}`, where real numbers (b, i, u or f) of at most 8 bytes are expected"
    ))
}

impl<R: Read> Array<R> {
    /// The numbers of rows and columns; one dimension is one column.
    pub(crate) fn shape(&self) -> Result<[usize; 2], Fault> {
        match self.header.shape[..] {
            [rows] => Ok([rows, 1]),
            [rows, columns] => Ok([rows, columns]),
            ref shape => Err(malformed(format!("it has {} dimensions, where one or two are expected", shape.len()))),
        }
    }

    /// Whether the elements are texts.
    pub(crate) fn holds_texts(&self) -> bool {
        self.header.text_type().is_some()
    }

    /// The columns.
    pub(crate) fn into_columns(self) -> Result<Vec<Vec<f64>>, Problem> {
        let [rows, columns] = self.shape()?;
        let by_columns = self.order() == CellOrder::Columns || columns == 1;
        let capacity = if self.is_certain() { rows } else { 0 };
        let mut values: Vec<Vec<f64>> =
            (0..if rows == 0 { 0 } else { columns.min(MOST_COLUMNS) }).map(|_| Vec::with_capacity(capacity)).collect();
        let mut column = 0;
        self.for_each(|value| {
            if let Some(values) = values.get_mut(column) {
                values.push(value);
            }
            let is_full = || values.get(column).is_some_and(|values| values.len() == rows);
            column += usize::from(!by_columns || is_full());
            column = if column == columns { 0 } else { column };
        })?;
        Ok(values)
    }

    /// All numbers, in the order in which they are stored.
    pub(crate) fn into_values(self) -> Result<Vec<f64>, Problem> {
        let count: usize = if self.is_certain() { self.header.shape.iter().product() } else { 0 };
        let mut values = Vec::with_capacity(count);
        self.for_each(|value| values.push(value))?;
        Ok(values)
    }

    /// The order in which the numbers are stored.
    pub(crate) fn order(&self) -> CellOrder {
        self.header.order
    }

    /// Whether there are enough bytes for the numbers, and enough memory.
    fn is_certain(&self) -> bool {
        let element = Element::named(&self.header.descr);
        let needed = element.and_then(|element| self.header.byte_count(element.size));
        let count = self.header.count();
        self.byte_count.zip(needed).is_some_and(|(found, needed)| found >= needed as u64)
            && check_numbers(count).is_ok()
    }

    /// Visits the numbers, checking their count against the shape.
    fn for_each(mut self, mut visit: impl FnMut(f64)) -> Result<(), Problem> {
        let descr = &self.header.descr;
        let element = Element::named(descr).ok_or_else(|| unsupported_type(descr))?;
        let expected = self.header.byte_count(element.size);
        let wrong = |found: usize| {
            let shape = &self.header.shape;
            malformed(format!("an array of shape {shape:?} does not have {found} bytes of numbers"))
        };
        let mut buffer = Vec::with_capacity(CHUNK);
        let mut found = 0_usize;
        loop {
            buffer.clear();
            let count = self.reader.by_ref().take(CHUNK as u64).read_to_end(&mut buffer).map_err(read_fault)?;
            found += count;
            if expected.is_none_or(|expected| found > expected) || count < CHUNK && expected != Some(found) {
                return Err(wrong(found).into());
            }
            check_numbers(Some(found / element.size)).map_err(Fault::from)?;
            buffer.chunks_exact(element.size).for_each(|bytes| visit(element.number(bytes)));
            if count < CHUNK {
                return Ok(());
            }
        }
    }

    /// The texts of an array of texts in one dimension; none if it is anything else.
    pub(crate) fn into_texts(self) -> Option<Vec<String>> {
        let (kind, size) = self.header.text_type()?;
        let &[count] = &self.header.shape[..] else { return None };
        let mut data = Vec::new();
        self.reader.take(MOST_TEXT).read_to_end(&mut data).ok()?;
        if count.checked_mul(size) != Some(data.len()) {
            return None;
        }
        data.chunks_exact(size).map(|bytes| text_of(kind, bytes)).collect()
    }
}

/// The most columns for which memory is reserved in advance.
const MOST_COLUMNS: usize = 1 << 20;

/// A text of fixed size, padded with zeros.
fn text_of(kind: &str, bytes: &[u8]) -> Option<String> {
    let text = if kind == "U" {
        let characters = bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        characters.map(char::from_u32).collect::<Option<String>>()?
    } else {
        std::str::from_utf8(bytes).ok()?.to_owned()
    };
    Some(text.trim_end_matches('\0').to_owned())
}

/// The bytes of a file that holds these numbers, row by row.
pub(crate) fn format(rows: usize, columns: usize, values: &[f64]) -> Vec<u8> {
    const ALIGNMENT: usize = 64;
    let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let unpadded = MAGIC.len() + 4 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(ALIGNMENT) - unpadded));
    header.push('\n');
    let length = u16::try_from(header.len()).expect("two numbers make a short header").to_le_bytes();
    let mut bytes = [MAGIC, b"\x01\x00", &length, header.as_bytes()].concat();
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

struct Header {
    descr: String,
    order: CellOrder,
    shape: Vec<usize>,
}

impl Header {
    /// Reads a dictionary such as `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }`.
    fn parse(text: &str) -> Option<Self> {
        let descr = value_of(text, "descr")?.strip_prefix(['\'', '"'])?;
        let descr = descr[..descr.find(['\'', '"'])?].to_owned();
        let order = match value_of(text, "fortran_order")? {
            value if value.starts_with("False") => CellOrder::Rows,
            value if value.starts_with("True") => CellOrder::Columns,
            _ => return None,
        };
        let shape = value_of(text, "shape")?.strip_prefix('(')?;
        let lengths = shape[..shape.find(')')?].split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape = lengths.map(|length| length.trim_end_matches('L').parse().ok()).collect::<Option<_>>()?;
        Some(Self { descr, order, shape })
    }

    /// The number of elements; none on overflow.
    fn count(&self) -> Option<usize> {
        self.shape.iter().try_fold(1_usize, |count, &length| count.checked_mul(length))
    }

    fn byte_count(&self, size: usize) -> Option<usize> {
        self.count()?.checked_mul(size)
    }

    /// The kind of texts, `U` or `S`, and the bytes of each; none if the elements are not texts.
    fn text_type(&self) -> Option<(&str, usize)> {
        let (kind, length) = self.descr.trim_start_matches(['<', '|', '=']).split_at_checked(1)?;
        let width = match kind {
            "U" => 4,
            "S" => 1,
            _ => return None,
        };
        let size = length.parse::<usize>().ok()?.checked_mul(width)?;
        (size > 0).then_some((kind, size))
    }
}

/// The text after a key of the dictionary.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let after = &text[text.find(key)? + key.len()..];
    let after = after.trim_start_matches(['\'', '"']).trim_start().strip_prefix(':')?;
    Some(after.trim_start())
}

#[derive(Clone, Copy)]
enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// How a number is stored.
#[derive(Clone, Copy)]
struct Element {
    kind: Kind,
    size: usize,
    is_big_endian: bool,
}

impl Element {
    /// The element of a type such as `<f8`.
    fn named(descr: &str) -> Option<Self> {
        let order = descr.chars().next()?;
        let is_big_endian = match order {
            '<' | '|' | '=' => false,
            '>' => true,
            _ => return None,
        };
        let (kind, size) = descr[1..].split_at_checked(1)?;
        let kind = match (kind, size) {
            ("b", "1") | ("?", "") => Kind::Bool,
            ("i", "1" | "2" | "4" | "8") => Kind::Signed,
            ("u", "1" | "2" | "4" | "8") => Kind::Unsigned,
            ("f", "4" | "8") => Kind::Float,
            _ => return None,
        };
        Some(Self { kind, size: size.parse().unwrap_or(1), is_big_endian })
    }

    fn number(self, bytes: &[u8]) -> f64 {
        let mut padded = [0_u8; 8];
        padded[..self.size].copy_from_slice(bytes);
        if self.is_big_endian {
            padded[..self.size].reverse();
        }
        let bits = u64::from_le_bytes(padded);
        match self.kind {
            Kind::Bool => f64::from(u8::from(bits != 0)),
            Kind::Unsigned => bits as f64,
            Kind::Signed => {
                let unused = 64 - 8 * self.size as u32;
                ((bits << unused).cast_signed() >> unused) as f64
            }
            Kind::Float if self.size == 4 => f64::from(f32::from_bits(bits as u32)),
            Kind::Float => f64::from_bits(bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, format, open};

    /// The number that these bytes are in an array of the type.
    fn number(descr: &str, bytes: &[u8]) -> Option<f64> {
        Element::named(descr).filter(|element| element.size == bytes.len()).map(|element| element.number(bytes))
    }

    #[test]
    fn every_type_of_number_is_read_as_numpy_writes_it() {
        assert_eq!(number("|b1", &[1]), Some(1.0));
        assert_eq!(number("|?", &[0]), Some(0.0));
        assert_eq!(number("|i1", &[0xfe]), Some(-2.0));
        assert_eq!(number("<i2", &[0xfe, 0xff]), Some(-2.0));
        assert_eq!(number("<i4", &[0, 1, 0, 0]), Some(256.0));
        assert_eq!(number("<i8", &[0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), Some(-3.0));
        assert_eq!(number("|u1", &[0xfe]), Some(254.0));
        assert_eq!(number("<u2", &[0xfe, 0xff]), Some(65534.0));
        assert_eq!(number(">u4", &[0, 0, 1, 2]), Some(258.0));
        assert_eq!(number(">u8", &[0, 0, 0, 0, 0, 0, 1, 0]), Some(256.0));
        assert_eq!(number("<f4", &[0, 0, 0xc0, 0xbf]), Some(-1.5));
        assert_eq!(number("=f8", &[0, 0, 0, 0, 0, 0, 0xe0, 0x3f]), Some(0.5));
        assert_eq!(number(">f8", &[0x3f, 0xe0, 0, 0, 0, 0, 0, 0]), Some(0.5));
    }

    #[test]
    fn other_types_are_unknown() {
        for descr in ["", "<c8", "<f2", "<M8", "f8", "!f8", "|O"] {
            assert!(Element::named(descr).is_none(), "{descr}");
        }
    }

    #[test]
    fn texts_of_no_length_are_no_texts() {
        let texts = |descr: &str, data: &[u8]| {
            let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (2,), }}");
            let length = u16::try_from(header.len()).unwrap().to_le_bytes();
            let bytes = [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat();
            let array = open(&bytes[..], None).ok().unwrap();
            (array.holds_texts(), array.into_texts())
        };
        assert_eq!(texts("|S1", b"AB"), (true, Some(vec!["A".to_owned(), "B".to_owned()])));
        assert_eq!(texts("|S0", b""), (false, None));
        assert_eq!(texts("<U0", b""), (false, None));
    }

    /// In NPY's format, version 1, the numbers begin at a multiple of 64 bytes, after a line end.
    #[test]
    fn numbers_are_written_at_a_multiple_of_64_bytes() {
        for (rows, columns) in [(1, 1), (2, 3), (10, 1), (1000, 10), (1, 123_456_789)] {
            let bytes = format(rows, columns, &[0.5]);
            let begin = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            assert_eq!((begin % 64, bytes[begin - 1], bytes.len() - begin), (0, b'\n', 8));
            assert!(begin <= 128, "no more than the next multiple");
        }
    }
}
