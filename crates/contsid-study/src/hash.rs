//! A short hash of a text.

/// FNV-1a of some bytes, as 16 hexadecimal digits.
pub(crate) fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    /// From the list of test vectors in `draft-eastlake-fnv`.
    #[test]
    fn published_values() {
        assert_eq!(super::hex(*b""), "cbf29ce484222325");
        assert_eq!(super::hex(*b"foobar"), "85944171f73967e8");
    }
}
