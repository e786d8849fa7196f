//! Are p-values uniform, as those of true claims are?

/// Kolmogorov and Smirnov's p-value of the hypothesis that sorted values are uniform on \[0, 1\]; none without values.
///
/// With D the largest distance of their distribution from the straight line, Q(x) = 2 Σ (−1)ᵏ⁻¹ exp(−2 k² x²) at
/// x = √n D + 1 / (6 √n) + (√n D − 1) / (4 n). J. Vrbik (2018), *Small-sample corrections to Kolmogorov–Smirnov test
/// statistic*: right to 0.003 from n = 10 on. It assumes independent values, which p-values of one table are not quite.
///
/// ```
/// use contsid::falsification::kolmogorov_smirnov;
///
/// assert_eq!(kolmogorov_smirnov(&[]), None);
/// assert!(kolmogorov_smirnov(&[0.1, 0.3, 0.5, 0.7, 0.9]).unwrap() > 0.99);
/// ```
pub fn kolmogorov_smirnov(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len() as f64;
    let distances = sorted.iter().enumerate().map(|(k, &value)| {
        let (below, above) = (value - k as f64 / n, (k + 1) as f64 / n - value);
        below.max(above)
    });
    let distance = distances.reduce(f64::max)?;
    let scaled = n.sqrt() * distance;
    let x = scaled + 1.0 / (6.0 * n.sqrt()) + (scaled - 1.0) / (4.0 * n);
    // The series is 1 to all digits below, where it converges slowly.
    if x < 0.2 {
        return Some(1.0);
    }
    let term = |k: i32| if k % 2 == 1 { 2.0 } else { -2.0 } * (-2.0 * f64::from(k * k) * x * x).exp();
    Some((1..=100).map(term).sum::<f64>().clamp(0.0, 1.0))
}

/// Anderson and Darling's statistic of the hypothesis that sorted values are uniform on \[0, 1\]; none without values.
///
/// A² = −n − (1/n) Σ (2k − 1) (ln p₍ₖ₎ + ln(1 − p₍ₙ₊₁₋ₖ₎)). Above 2.49 with probability 0.05, above 3.88 with 0.01.
///
/// ```
/// use contsid::falsification::anderson_darling;
///
/// // −1 − (ln ½ + ln ½)
/// assert!((anderson_darling(&[0.5]).unwrap() - 0.386_294_361_119_89).abs() < 1e-12);
/// ```
pub fn anderson_darling(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len() as f64;
    let ln = |value: f64| value.max(f64::MIN_POSITIVE).ln();
    let both = sorted.iter().zip(sorted.iter().rev()).enumerate();
    let sum: f64 = both.map(|(k, (&low, &high))| (2 * k + 1) as f64 * (ln(low) + ln(1.0 - high))).sum();
    (!sorted.is_empty()).then(|| -n - sum / n)
}
