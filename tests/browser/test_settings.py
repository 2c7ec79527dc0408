"""What a person likes is kept: look, sound, motion, name."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.people import People

COUNT_TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.tones += 1; start.apply(this, at); };
"""


LOOKS = {"Felt, dark": "felt", "Linen, light": "linen", "High contrast": "contrast"}


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def test_the_look_is_chosen_and_survives_a_reload(come: People) -> None:
    page = come().open("/")
    root = page.locator(":root")
    inks = set()
    for look, theme in LOOKS.items():
        settings(page)
        page.get_by_role("combobox", name="Look").select_option(look)
        expect(root).to_have_attribute("data-theme", theme)
        page.reload()
        expect(root).to_have_attribute("data-theme", theme)
        inks.add(page.evaluate("getComputedStyle(document.body).color"))
    assert len(inks) == len(LOOKS)
    settings(page)
    expect(page.get_by_role("combobox", name="Look")).to_have_value("contrast")


def test_without_a_choice_it_looks_as_the_system_does(come: People) -> None:
    page = come().open("/")
    root = page.locator(":root")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "linen")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "felt")
    page.emulate_media(contrast="more")
    expect(root).to_have_attribute("data-theme", "contrast")


def test_sounds_are_switched_off_and_stay_off(come: People) -> None:
    ann = come()
    ann.context.add_init_script(COUNT_TONES)
    page = ann.open("/")
    settings(page)
    switch = page.get_by_role("switch", name="Sounds")
    if not switch.is_checked():
        switch.click()
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    heard = page.evaluate("window.tones")
    page.reload()
    settings(page)
    expect(switch).not_to_be_checked()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Play now: Tears of Nature")).click()
    expect(page).to_have_title(re.compile("^Your turn"))
    assert page.evaluate("window.tones") == 0 <= heard


def test_other_wishes_survive_a_reload_too(come: People) -> None:
    page = come(reduced_motion="no-preference").open("/")
    settings(page)
    page.get_by_role("combobox", name="Motion").select_option("Stand still")
    page.get_by_role("switch", name="Ask before acting").click()
    page.reload()
    expect(page.locator(":root")).to_have_attribute("data-motion", "less")
    settings(page)
    expect(page.get_by_role("combobox", name="Motion")).to_have_value("less")
    expect(page.get_by_role("switch", name="Ask before acting")).to_be_checked()


def test_a_name_is_changed_where_it_stands(come: People) -> None:
    ann = come("Ann")
    page = ann.open("/")
    page.get_by_role("button", name="Change your name, Ann").click()
    page.get_by_role("textbox", name="Your name").fill("Anna")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Change your name, Anna")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name="Change your name, Anna")).to_be_visible()
