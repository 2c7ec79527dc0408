"""axe-core, put into a page from outside: its policy lets no script in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

FILE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
RUN = """async (only) => {
  const wanted = {
    all: {},
    colours: { runOnly: ["color-contrast"] },
    "all but colours": { rules: { "color-contrast": { enabled: false } } },
  };
  const found = await axe.run(document, { resultTypes: ["violations"], ...wanted[only] });
  return found.violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help,
    where: nodes.slice(0, 6).map(
      (node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`,
    ),
  }));
}"""


@cache
def source() -> str:
    return FILE.read_text(encoding="utf-8")


def check(page: Page, only: Literal["all", "colours", "all but colours"] = "all") -> list[str]:
    """Every serious or critical finding, as a line that says what and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    return [
        f"{found['impact']} {found['id']}: {found['help']}\n    " + "\n    ".join(found["where"])
        for found in page.evaluate(RUN, only)
        if found["impact"] in GRAVE
    ]
