//! The kernels that the options choose for the columns of a table.

use crate::data::{Column, Table};
use crate::effect::{ContSidError, ContSidOptions, Interventions};
use crate::graph::NodeId;
use crate::kernel::{BandwidthChoice, Kernel, KernelColumn, KernelFamily, median_distance};

/// A column under the kernel that the options choose for it.
pub(crate) fn kernel_column(
    table: &Table,
    node: NodeId,
    options: &ContSidOptions,
) -> Result<KernelColumn, ContSidError> {
    let (name, column) = (table.names().name(node), table.column(node));
    let kernel = choose_kernel(name, column, options)?;
    if !column.is_numeric() && *options.interventions.of(name) != Interventions::Observed {
        return Err(ContSidError::CategoricalInterventions { column: name.to_owned() });
    }
    KernelColumn::new(column, kernel)
        .map_err(|error| ContSidError::NeedsNumbers { column: name.to_owned(), family: error.family })
}

/// The family of a column's kernel: an exception by name, or delta for categories, or the default.
pub(crate) fn choose_family(name: &str, column: &Column, options: &ContSidOptions) -> KernelFamily {
    match (options.kernel.exceptions.get(name), column) {
        (Some(&family), _) => family,
        (None, Column::Categorical { .. }) => KernelFamily::Delta,
        (None, Column::Numeric(_)) => options.kernel.default,
    }
}

fn choose_kernel(name: &str, column: &Column, options: &ContSidOptions) -> Result<Kernel, ContSidError> {
    let family = choose_family(name, column, options);
    if family == KernelFamily::Delta {
        return match options.bandwidth.exceptions.get(name) {
            Some(_) => Err(ContSidError::NoBandwidth { column: name.to_owned() }),
            None => Ok(Kernel::Delta),
        };
    }
    let Some(values) = column.as_numeric() else {
        return Err(ContSidError::NeedsNumbers { column: name.to_owned(), family });
    };
    Ok(family.with_bandwidth(match options.bandwidth.of(name) {
        BandwidthChoice::Median => median_distance(&values),
        BandwidthChoice::Fixed(bandwidth) => *bandwidth,
    }))
}
