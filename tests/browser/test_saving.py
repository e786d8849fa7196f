"""Figures and data that are saved from the page of a comparison."""

import csv
import io

import pytest
from reading import order_of


def saved(page, menu, kind):
    page.click(f"#save-{menu} summary")
    with page.expect_download() as found:
        page.click(f"#save-{menu} [data-save={kind}]")
    page.click(f"#save-{menu} summary")
    with open(found.value.path(), "rb") as file:
        return file.read()


@pytest.mark.parametrize(
    "menu, part",
    [
        ("ranking", ""),
        ("graph", ""),
        ("fixes", ""),
        ("effects", "#tab=effects"),
        ("effects", "#tab=effects&list=matrix"),
        ("densities", "#tab=effect"),
    ],
)
def test_every_figure_is_saved(open_page, menu, part):
    page = open_page("twenty", address_part=part)
    drawing = saved(page, menu, "svg").decode()
    assert drawing.startswith("<svg") and drawing.rstrip().endswith("</svg>") and "<style" in drawing
    picture = saved(page, menu, "png")
    assert picture.startswith(b"\x89PNG") and len(picture) > 2000
    rows = list(csv.reader(io.StringIO(saved(page, menu, "csv").decode())))
    assert len(rows) > 2 and len({len(row) for row in rows}) == 1


def test_saved_rows_are_those_of_the_page(open_page):
    page = open_page("twenty")
    rows = list(csv.DictReader(io.StringIO(saved(page, "ranking", "csv").decode())))
    assert [row["graph"] for row in rows] == order_of(page)
    assert all(
        float(row["crossfit_interval_lower"]) <= float(row["crossfit_lower"]) <= float(row["crossfit_interval_upper"])
        for row in rows
    )
