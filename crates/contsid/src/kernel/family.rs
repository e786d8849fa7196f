//! The kernels of one column.

use super::Bandwidth;

/// The name of a kernel, without its bandwidth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KernelFamily {
    /// See [`Kernel::Gaussian`].
    #[default]
    Gaussian,
    /// See [`Kernel::Laplace`].
    Laplace,
    /// See [`Kernel::Matern32`].
    Matern32,
    /// See [`Kernel::Matern52`].
    Matern52,
    /// See [`Kernel::Imq`].
    Imq,
    /// See [`Kernel::Delta`].
    Delta,
}

impl KernelFamily {
    /// The kernel of this family with a bandwidth, which [`Kernel::Delta`] does not need.
    pub fn with_bandwidth(self, bandwidth: Bandwidth) -> Kernel {
        match self {
            Self::Gaussian => Kernel::Gaussian { bandwidth },
            Self::Laplace => Kernel::Laplace { bandwidth },
            Self::Matern32 => Kernel::Matern32 { bandwidth },
            Self::Matern52 => Kernel::Matern52 { bandwidth },
            Self::Imq => Kernel::Imq { bandwidth },
            Self::Delta => Kernel::Delta,
        }
    }
}

crate::named!(KernelFamily {
    Gaussian: "gaussian",
    Laplace: "laplace",
    Matern32: "matern32",
    Matern52: "matern52",
    Imq: "imq",
    Delta: "delta",
});

/// A positive definite function k(x, y) of two values of one column, with k(x, x) = 1. All but the delta kernel on
/// numbers are characteristic on the real line; the delta kernel is so on categories.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {
    /// k(x, y) = exp(−(x − y)² / (2 σ²))
    Gaussian {
        /// σ
        bandwidth: Bandwidth,
    },
    /// k(x, y) = exp(−|x − y| / σ)
    Laplace {
        /// σ
        bandwidth: Bandwidth,
    },
    /// k(x, y) = (1 + t) exp(−t) with t = √3 |x − y| / σ
    Matern32 {
        /// σ
        bandwidth: Bandwidth,
    },
    /// k(x, y) = (1 + t + t²/3) exp(−t) with t = √5 |x − y| / σ
    Matern52 {
        /// σ
        bandwidth: Bandwidth,
    },
    /// The inverse multiquadric, k(x, y) = (1 + (x − y)² / σ²)^(−1/2)
    Imq {
        /// σ
        bandwidth: Bandwidth,
    },
    /// k(x, y) = 1 if x = y, else 0
    Delta,
}

impl Kernel {
    /// The kernel's name.
    pub fn family(self) -> KernelFamily {
        match self {
            Self::Gaussian { .. } => KernelFamily::Gaussian,
            Self::Laplace { .. } => KernelFamily::Laplace,
            Self::Matern32 { .. } => KernelFamily::Matern32,
            Self::Matern52 { .. } => KernelFamily::Matern52,
            Self::Imq { .. } => KernelFamily::Imq,
            Self::Delta => KernelFamily::Delta,
        }
    }

    /// ∫ k(x, y) dy, which normalises the kernel to a density; none for the inverse multiquadric, whose tails are too
    /// heavy. The delta kernel is summed, not integrated.
    pub fn integral(self) -> Option<f64> {
        match self {
            Self::Gaussian { bandwidth } => Some(bandwidth.value() * std::f64::consts::TAU.sqrt()),
            Self::Laplace { bandwidth } => Some(2.0 * bandwidth.value()),
            Self::Matern32 { bandwidth } => Some(4.0 / 3f64.sqrt() * bandwidth.value()),
            Self::Matern52 { bandwidth } => Some(16.0 / (3.0 * 5f64.sqrt()) * bandwidth.value()),
            Self::Imq { .. } => None,
            Self::Delta => Some(1.0),
        }
    }

    /// σ, if the kernel has one.
    pub fn bandwidth(self) -> Option<Bandwidth> {
        match self {
            Self::Gaussian { bandwidth }
            | Self::Laplace { bandwidth }
            | Self::Matern32 { bandwidth }
            | Self::Matern52 { bandwidth }
            | Self::Imq { bandwidth } => Some(bandwidth),
            Self::Delta => None,
        }
    }
}
