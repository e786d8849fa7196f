//! Arrays as numpy saves them: the NPY format, versions 1 to 3, of numbers in one or two dimensions.

use crate::error::{Fault, Problem};
use crate::shown::shown;

pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The order in which the numbers of an array stand in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Row after row.
    C,
    /// Column after column.
    Fortran,
}

/// An array of numbers.
pub(crate) struct Array {
    shape: Vec<usize>,
    order: Order,
    values: Vec<f64>,
}

fn malformed(reason: impl Into<String>) -> Fault {
    Fault::Malformed { format: "NPY", reason: reason.into() }
}

/// Reads an array.
pub(crate) fn parse(bytes: &[u8]) -> Result<Array, Problem> {
    if bytes.is_empty() {
        return Err(Fault::Empty.into());
    }
    let (header, data) = split(bytes).ok_or_else(|| malformed("its header is not that of a numpy array"))?;
    let header = Header::parse(header).ok_or_else(|| malformed("its header cannot be understood"))?;
    let element = Element::named(&header.descr).ok_or_else(|| unsupported_type(&header.descr))?;
    let count = header.shape.iter().try_fold(1_usize, |count, &length| count.checked_mul(length));
    let expected = count.and_then(|count| count.checked_mul(element.size));
    if expected != Some(data.len()) {
        let shape = &header.shape;
        let found = data.len();
        return Err(malformed(format!("an array of shape {shape:?} does not have {found} bytes of numbers")).into());
    }
    let values = data.chunks_exact(element.size).map(|bytes| element.number(bytes)).collect();
    Ok(Array { shape: header.shape, order: header.order, values })
}

fn unsupported_type(descr: &str) -> Fault {
    let descr = shown(descr);
    malformed(format!(
        "its numbers have type `{descr}`, where real numbers (b, i, u or f) of at most 8 bytes are expected"
    ))
}

/// The texts of an array of texts in one dimension; none if the bytes are anything else.
pub(crate) fn parse_texts(bytes: &[u8]) -> Option<Vec<String>> {
    let (header, data) = split(bytes)?;
    let header = Header::parse(header)?;
    let (kind, length) = header.descr.trim_start_matches(['<', '|', '=']).split_at_checked(1)?;
    let length: usize = length.parse().ok()?;
    let size = length.checked_mul(if kind == "U" { 4 } else { 1 })?;
    let &[count] = &header.shape[..] else { return None };
    if !matches!(kind, "U" | "S") || size == 0 || count.checked_mul(size) != Some(data.len()) {
        return None;
    }
    data.chunks_exact(size).map(|bytes| text_of(kind, bytes)).collect()
}

/// A text of fixed size, filled up with zeros.
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

/// The header's text and the bytes after it.
fn split(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (version, rest) = rest.split_at_checked(2)?;
    let (length, rest) = match version {
        [1, 0] => {
            let (length, rest) = rest.split_first_chunk::<2>()?;
            (u16::from_le_bytes(*length) as usize, rest)
        }
        [2 | 3, 0] => {
            let (length, rest) = rest.split_first_chunk::<4>()?;
            (u32::from_le_bytes(*length) as usize, rest)
        }
        _ => return None,
    };
    let (header, data) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(header).ok()?, data))
}

struct Header {
    descr: String,
    order: Order,
    shape: Vec<usize>,
}

impl Header {
    /// Reads a dictionary such as `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }`.
    fn parse(text: &str) -> Option<Self> {
        let descr = value_of(text, "descr")?.strip_prefix(['\'', '"'])?;
        let descr = descr[..descr.find(['\'', '"'])?].to_owned();
        let order = match value_of(text, "fortran_order")? {
            value if value.starts_with("False") => Order::C,
            value if value.starts_with("True") => Order::Fortran,
            _ => return None,
        };
        let shape = value_of(text, "shape")?.strip_prefix('(')?;
        let lengths = shape[..shape.find(')')?].split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape = lengths.map(|length| length.trim_end_matches('L').parse().ok()).collect::<Option<_>>()?;
        Some(Self { descr, order, shape })
    }
}

/// What stands after a key of the dictionary.
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
        let (kind, size) = match &descr[1..] {
            "b1" | "?" => (Kind::Bool, 1),
            "i1" => (Kind::Signed, 1),
            "i2" => (Kind::Signed, 2),
            "i4" => (Kind::Signed, 4),
            "i8" => (Kind::Signed, 8),
            "u1" => (Kind::Unsigned, 1),
            "u2" => (Kind::Unsigned, 2),
            "u4" => (Kind::Unsigned, 4),
            "u8" => (Kind::Unsigned, 8),
            "f4" => (Kind::Float, 4),
            "f8" => (Kind::Float, 8),
            _ => return None,
        };
        Some(Self { kind, size, is_big_endian })
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

impl Array {
    /// The numbers of rows and columns; one dimension is one column.
    pub(crate) fn shape_2d(&self) -> Result<(usize, usize), Fault> {
        match self.shape[..] {
            [rows] => Ok((rows, 1)),
            [rows, columns] => Ok((rows, columns)),
            _ => Err(malformed(format!("it has {} dimensions, where one or two are expected", self.shape.len()))),
        }
    }

    /// The columns; the array must have one or two dimensions, and at least one column.
    pub(crate) fn into_columns(self) -> Vec<Vec<f64>> {
        let &[rows, columns] = &self.shape[..] else { return vec![self.values] };
        match self.order {
            Order::Fortran if rows > 0 => self.values.chunks_exact(rows).map(<[f64]>::to_vec).collect(),
            _ => {
                (0..columns).map(|column| self.values.iter().skip(column).step_by(columns).copied().collect()).collect()
            }
        }
    }

    /// The numbers row by row.
    pub(crate) fn into_rows(self) -> Vec<f64> {
        match (self.order, &self.shape[..]) {
            (Order::Fortran, &[rows, columns]) => (0..rows)
                .flat_map(|row| (0..columns).map(move |column| column * rows + row))
                .map(|at| self.values[at])
                .collect(),
            _ => self.values,
        }
    }
}
