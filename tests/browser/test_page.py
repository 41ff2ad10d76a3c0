"""The page in a real browser: sorting, searching, downloads, copying, night, paper, phones."""

from __future__ import annotations

import csv
import io
import json

import pytest

from bakeoff.report import latex, tables

ALL = ("ranks", "many", "hostile", "two", "control", "measures", "predictions", "one test set")


def column(page, table, place):
    """Return the whole values of a column, from the first row to the last, of the rows shown."""
    return page.evaluate(
        """([name, place]) => [...document.querySelectorAll(
            `figure.table[data-name="${name}"] tbody tr:not([hidden])`
        )].map((row) => row.cells[place].dataset.value ?? row.cells[place].textContent)""",
        [table, place],
    )


def take(page, table, kind):
    """Press the button of a download beside a table and return the text of the file."""
    with page.expect_download() as caught:
        page.locator(f'figure.table[data-name="{table}"] [data-take="{kind}"]').click()
    return caught.value, caught.value.path().read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("name", ALL)
def test_the_page_opens_from_disk_without_a_fault(opened, shown, name):
    """No message in the console, nothing asked of a network, the verdict to be read."""
    page = opened(name)
    said = " ".join(page.locator("#verdict").inner_text().split())
    assert said == " ".join(shown(name).verdict.split())
    assert page.locator("svg").count() == len(shown(name).plots())
    assert page.locator(".drawing svg").first.is_visible()


def test_a_column_of_numbers_is_sorted_by_size(opened):
    """Up at the first press, down at the second; by whole values, not by what is shown."""
    page = opened("many")
    head = page.locator('figure[data-name="pairs"] th', has_text="p adjusted")
    place = head.evaluate("cell => cell.cellIndex")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    up = [float(value) for value in column(page, "pairs", place)]
    assert len(up) == 780
    assert up == sorted(up)
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    down = [float(value) for value in column(page, "pairs", place)]
    assert down == sorted(up, reverse=True)


def test_a_press_anywhere_in_a_head_sorts(opened):
    """Also beside the words of a wide column."""
    page = opened("ranks")
    head = page.locator('figure[data-name="algorithms"] th').nth(2)
    head.click(position={"x": 4, "y": 10})
    values = [float(value) for value in column(page, "algorithms", 2)]
    assert values == sorted(values)


def test_negative_numbers_are_sorted_below_positive_ones(opened):
    """The minus sign is one for the eye."""
    page = opened("ranks")
    page.locator('figure[data-name="pairs"] th button', has_text="a - b").click()
    values = [float(value) for value in column(page, "pairs", 2)]
    assert values == sorted(values)
    shown_ = page.locator('figure[data-name="pairs"] tbody tr td:nth-child(3)').all_inner_texts()
    assert [float(text.replace("\N{MINUS SIGN}", "-")) for text in shown_] == pytest.approx(
        values, abs=1e-4
    )


def test_words_are_sorted_and_what_is_empty_comes_last(opened):
    """Names by the alphabet with numbers in them by size; empty cells below, both ways."""
    page = opened("many")
    button = page.locator('figure[data-name="algorithms"] th button', has_text="algorithm")
    button.click()
    assert column(page, "algorithms", 1) == [f"algorithm {place}" for place in range(40)]
    verdict = page.locator('figure[data-name="pairs"] th button', has_text="verdict")
    for _ in range(2):
        verdict.click()
        told = column(page, "pairs", 8)
        assert "" in told
        assert told == sorted(told, key=lambda word: word == "")


def test_the_csv_holds_what_the_table_shows(opened, shown):
    """In the order that it is sorted in, with whole numbers."""
    page = opened("ranks")
    page.locator('figure[data-name="scores-accuracy"] th button').nth(1).click()
    download, text = take(page, "scores-accuracy", "csv")
    assert download.suggested_filename == "scores-accuracy.csv"
    head, *rows = csv.reader(io.StringIO(text))
    comparison = shown("ranks")
    assert head == ["data set", *comparison.order]
    assert [row[0] for row in rows] == column(page, "scores-accuracy", 0)
    frame = comparison.scores[comparison.order].sort_values(comparison.order[0], kind="stable")
    assert [[float(cell) for cell in row[1:]] for row in rows] == frame.to_numpy().tolist()


def test_a_search_leaves_what_holds_the_word_and_the_csv_follows(opened):
    """What is hidden is not in the file."""
    page = opened("many")
    page.locator('figure[data-name="algorithms"] input').fill("ALGORITHM 3")
    names = column(page, "algorithms", 1)
    assert sorted(names) == sorted(["algorithm 3", *(f"algorithm 3{digit}" for digit in range(10))])
    _, text = take(page, "algorithms", "csv")
    assert [row[1] for row in list(csv.reader(io.StringIO(text)))[1:]] == names


def test_hostile_names_in_a_csv_are_no_formulas(opened, hostile_names):
    """A cell that a spreadsheet would run is led by a quote; all others are read back."""
    page = opened("hostile")
    _, text = take(page, "algorithms", "csv")
    names = {row[1] for row in list(csv.reader(io.StringIO(text)))[1:]}
    assert names == {name if name[0] not in "=+@" else f"'{name}" for name in hostile_names}


def test_the_latex_is_that_of_the_comparison(opened, shown):
    """Beside each table, and all together at the end."""
    page = opened("hostile")
    _, text = take(page, "pairs", "latex")
    assert text == latex.table(tables.pairs(shown("hostile")))
    with page.expect_download() as caught:
        page.locator('#downloads [data-take="all-latex"]').click()
    whole = caught.value.path().read_text(encoding="utf-8")
    assert text in whole
    assert latex.table(tables.checks(shown("hostile"))) in whole


def test_every_table_can_be_taken_from_the_list_of_downloads(opened):
    """As CSV and as LaTeX by turns: chromium lets a page give ten files in a row."""
    page = opened("measures")
    entries = page.locator("#downloads li:has([data-take='csv'])")
    assert entries.count() == page.locator("figure.table").count()
    for place in range(entries.count()):
        entry = entries.nth(place)
        kind, ending = (("csv", ".csv"), ("latex", ".tex"))[place % 2]
        with page.expect_download() as caught:
            entry.locator(f'[data-take="{kind}"]').click()
        assert caught.value.suggested_filename == entry.get_attribute("data-name") + ending
        assert len(caught.value.path().read_text(encoding="utf-8")) > 20


def test_the_json_is_that_of_the_comparison(opened, shown):
    """Everything, as `to_json` writes it."""
    page = opened("hostile")
    with page.expect_download() as caught:
        page.locator('[data-take="json"]').click()
    assert caught.value.suggested_filename == "comparison.json"
    found = json.loads(caught.value.path().read_text(encoding="utf-8"))
    assert found == json.loads(shown("hostile").to_json())


def test_a_picture_can_be_taken_with_the_colours_of_paper(opened):
    """At night, too: an SVG of its own, which does not ask the page for its ink."""
    page = opened("ranks", color_scheme="dark")
    with page.expect_download() as caught:
        page.locator('figure.picture [data-take="svg"]').first.click()
    text = caught.value.path().read_text(encoding="utf-8")
    assert caught.value.suggested_filename == "critical-difference.svg"
    assert text.startswith("<svg")
    assert "var(--" not in text


@pytest.mark.parametrize("what", ["methods-text", "citations", "signature"])
def test_methods_sources_and_signature_are_copied(opened, shown, what):
    """What lies on the clipboard is what stands there, a source a line."""
    page = opened("ranks", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator(f'[data-copy="{what}"]')
    button.click()
    page.wait_for_function("button => button.textContent === 'Copied'", arg=button.element_handle())
    found = page.evaluate("navigator.clipboard.readText()")
    comparison = shown("ranks")
    methods, sources = comparison.methods().split("\n\n")
    expected = {
        "methods-text": methods,
        "citations": "\n".join(line.removeprefix("- ") for line in sources.split("\n")),
        "signature": comparison.signature,
    }
    assert found == expected[what]


CONTRASTS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let one = node; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const found = {};
  for (const node of document.querySelectorAll("h1,h2,p,li,dt,dd,td,th,a,button,figcaption,summary,code")) {
    if (!node.textContent.trim()) continue;
    const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const name = node.tagName + "." + node.className;
    found[name] = Math.min(found[name] ?? 99, ratio);
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read_by_day_and_by_night(opened, scheme):
    """A contrast of 4.5 between letters and ground, everywhere (WCAG 2, AA)."""
    page = opened("ranks", color_scheme=scheme)
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(255, 255, 255)") == (scheme == "light")
    found = page.evaluate(CONTRASTS)
    assert {name: ratio for name, ratio in found.items() if ratio < 4.5} == {}


def test_the_ink_of_the_pictures_is_light_at_night(opened):
    """Lines and letters follow the page."""
    inks = set()
    for scheme in ("light", "dark"):
        page = opened("ranks", color_scheme=scheme)
        inks.add(
            page.locator(".drawing svg text").first.evaluate("node => getComputedStyle(node).fill")
        )
    assert inks == {"rgb(27, 31, 36)", "rgb(230, 234, 239)"}


@pytest.mark.parametrize("name", ["many", "hostile", "predictions"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_its_screen(opened, name, width):
    """What is wide is moved within its frame; the page itself does not move sideways."""
    page = opened(name, viewport={"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_paper_everything_is_open_and_nothing_is_a_button(opened):
    """Tables in full, pictures unfolded, no search, no links to press; pages that can be printed."""
    page = opened("ranks")
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    assert page.evaluate("[...document.querySelectorAll('details')].every((one) => one.open)")
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert not page.locator("#downloads").is_visible()
    assert page.locator("button:visible:not(th button)").count() == 0
    cut = page.evaluate(
        "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert cut == 0


def test_a_reader_who_does_not_see_is_told_what_a_picture_shows(opened, shown):
    """Every drawing has a role and a name, every part of the page a heading."""
    page = opened("predictions")
    drawings = page.locator('.drawing[role="img"]')
    assert drawings.count() == len(shown("predictions").plots())
    assert all(drawings.nth(place).get_attribute("aria-label") for place in range(drawings.count()))
    assert page.locator("main section:not(:has(h2))").count() == 0
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"


def test_sorting_works_by_keys(opened):
    """A head is reached by the tabulator and pressed by Enter."""
    page = opened("two")
    button = page.locator('figure[data-name="scores-accuracy"] th button').nth(1)
    button.focus()
    page.keyboard.press("Enter")
    values = [float(value) for value in column(page, "scores-accuracy", 1)]
    assert values == sorted(values)
