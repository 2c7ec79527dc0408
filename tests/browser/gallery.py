"""Pictures of every page and state, to be paged through: `make gallery` writes all of them.

The tests write a part of the same pictures to the same folder, as they come by.
"""

from __future__ import annotations

import html
import sys
from pathlib import Path

from playwright.sync_api import Page

from browser.people import DESKTOP, PHONE

FOLDER = Path(__file__).parents[2] / "reports" / "gallery"
THEMES = {"dark": "felt", "light": "linen", "contrast": "contrast"}
SIZES = {"desktop": DESKTOP, "phone": PHONE}


def wear(page: Page, theme: str) -> None:
    """Change the look of a page as its settings would."""
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", THEMES[theme])


def resize(page: Page, size: str) -> None:
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]


def shoot(page: Page, scene: str, size: str, theme: str) -> None:
    """One picture; animations are shown at their end."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=FOLDER / f"{name(scene, size, theme)}.png", animations="disabled")


def name(scene: str, size: str, theme: str) -> str:
    return f"{scene.replace(' ', '-')}.{size}.{theme}"


def write_index(scenes: list[str]) -> None:
    """The page that shows them; what has not been taken is left out."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = []
    for scene in scenes:
        shots = [
            f'<a href="{file}"><img loading="lazy" src="{file}" alt="{scene}, {size}, {theme}"'
            f' class="{size}"></a>'
            for size in SIZES
            for theme in THEMES
            if (FOLDER / (file := f"{name(scene, size, theme)}.png")).is_file()
        ]
        if shots:
            rows.append(
                f'<section id="{scene.replace(" ", "-")}"><h2>{html.escape(scene)}</h2>'
                f"<div>{''.join(shots)}</div></section>"
            )
    (FOLDER / "index.html").write_text(PAGE.format(rows="\n".join(rows)), encoding="utf-8")


PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ludarium, page by page</title>
<style>
  body {{ margin: 0; background: #1b1b1b; color: #eee; font: 16px system-ui, sans-serif; }}
  section {{ padding: 1rem; border-bottom: 1px solid #444; }}
  h2 {{ margin: 0 0 .6rem; font-size: 1.1rem; text-transform: capitalize; }}
  div {{ display: flex; gap: .8rem; overflow-x: auto; align-items: flex-start; }}
  img {{ display: block; height: 480px; border: 1px solid #555; }}
</style>
{rows}
</html>
"""


def main() -> None:
    """Take every picture."""
    import tempfile

    from playwright.sync_api import sync_playwright

    from browser.chromium import find, launch
    from browser.people import People
    from browser.scenes_galatune import SCENES
    from server.real import Server

    program = find()
    if program is None:
        sys.exit("Chromium is not installed: no chromium in PATH (Debian's package `chromium`)")
    wanted = [scene for scene in SCENES if not sys.argv[1:] or scene in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        database = Path(folder) / "tables.db"
        with Server(database, Path(folder), "--pace", "0", "--no-limits") as server:
            browser = launch(driver, program)
            for scene in wanted:
                print(scene, flush=True)
                people = People(browser, server)
                page = SCENES[scene](people)
                for size in SIZES:
                    resize(page, size)
                    for theme in THEMES:
                        wear(page, theme)
                        shoot(page, scene, size, theme)
                people.go_home()
            browser.close()
    write_index(list(SCENES))
    print(FOLDER / "index.html")


if __name__ == "__main__":
    main()
