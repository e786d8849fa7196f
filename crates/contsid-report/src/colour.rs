//! The colours of a heatmap.

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The number of steps that a page tells apart: one letter each.
const STEPS: u8 = 26;

const LIGHT: [[f64; 3]; 5] =
    [[247.0, 249.0, 252.0], [198.0, 219.0, 239.0], [107.0, 174.0, 214.0], [33.0, 113.0, 181.0], [8.0, 48.0, 107.0]];
const DARK: [[f64; 3]; 5] =
    [[32.0, 40.0, 51.0], [28.0, 66.0, 110.0], [38.0, 113.0, 170.0], [96.0, 172.0, 220.0], [214.0, 238.0, 255.0]];

/// On paper: from white for 0 to dark blue for 1.
pub(crate) fn shade(share: f64) -> Rgb {
    between(&LIGHT, share)
}

fn between(stops: &[[f64; 3]; 5], share: f64) -> Rgb {
    let position = share.clamp(0.0, 1.0) * 4.0;
    let low = (0..4).rev().find(|&low| low as f64 <= position).unwrap_or(0);
    let part = position - low as f64;
    #[expect(clippy::cast_sign_loss, reason = "colours are not negative")]
    std::array::from_fn(|k| (stops[low][k] + part * (stops[low + 1][k] - stops[low][k])).round() as u8)
}

/// The step of a value as a letter: `A` for 0 alone, `Z` for the largest.
#[expect(clippy::cast_sign_loss, reason = "values are not negative")]
pub(crate) fn step(value: f64, largest: f64) -> char {
    if value <= 0.0 || largest <= 0.0 {
        return 'A';
    }
    let step = 1 + ((value / largest).min(1.0) * f64::from(STEPS - 2)).round() as u8;
    char::from(b'A' + step)
}

/// The colours of all steps, and of text on them.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Ramps {
    light: Vec<[String; 2]>,
    dark: Vec<[String; 2]>,
}

impl Ramps {
    pub(crate) fn new() -> Self {
        let steps =
            |stops| (0..STEPS).map(move |step| coloured(between(stops, f64::from(step) / f64::from(STEPS - 1))));
        Self { light: steps(&LIGHT).collect(), dark: steps(&DARK).collect() }
    }
}

fn coloured(colour: Rgb) -> [String; 2] {
    let [red, green, blue] = colour;
    let brightness = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    let ink = if brightness > 140.0 { "#14181d" } else { "#ffffff" };
    [format!("#{red:02x}{green:02x}{blue:02x}"), ink.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_reach_from_one_end_to_the_other() {
        assert_eq!([shade(0.0), shade(0.5), shade(1.0)], [[247, 249, 252], [107, 174, 214], [8, 48, 107]]);
    }

    #[test]
    fn only_zero_has_the_first_step() {
        assert_eq!([step(0.0, 2.0), step(1e-9, 2.0), step(1.0, 2.0), step(2.0, 2.0)], ['A', 'B', 'N', 'Z']);
        assert_eq!(step(0.0, 0.0), 'A');
        assert_eq!(Ramps::new().light.len(), 26);
    }
}
