"""The text of a card is made from its effect; the reference from the vocabulary."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from core.small_words import WORDS, read
from ludarium import InvalidInput
from ludarium.core.effects.reference import reference
from ludarium.core.effects.text import card_text
from ludarium.core.effects.vocabulary import (
    Vocabulary,
    Word,
)
from ludarium.core.words import Voice, Words
from ludarium.games.galatune.effects import ABILITIES, ACTIONS

# Texts

SAID = Words(
    tomllib.loads("""
[effects.triggers]
general = "on arrival"
ongoing = ["when your turn begins{phase_start:when}", "when your turn ends,"]
reaction = "when {event}"
[effects.verbs]
collect = [
    "{who:in effects.who} takes as many cards as X{n_X:when}",
    "{who:in effects.who} takes {n:count card|cards}",
]
drop = "{who} drops {n:count card|cards}"
retire = ["this Asset retires{what_this:when}", "{what} retires"]
search = ["you search for {a_f}", "you search"]
bam = ["{fs} grow by {n}", "all grow by {n}"]
boost = ["shrink by {minus_n}", "grow"]
name = ["{text}", "you are {id:card}"]
[effects.conditions]
duel = "two play"
not_duel = "several play"
night = "it is night"
leads = "{who:in effects.who} leads"
admin = [
    "you have {n} or fewer{at_most:when}", "you have more than {n}{above:when}",
    "you have less than your rival{n_rival_admin:when}{below:when}",
]
[effects.filters]
rival = "Rival"
Hero = "Hero|Heroes"
Villain = "Villain|Villains"
no_faction = "Asset|Assets"
within = "within {n}"
rank = "of Rank {n} or less{at_most:when}"
[effects.values]
top = "the Top {f}"
leader = "{who:in effects.who}"
deployed = "{by:in effects.who} deploys"
[effects.who]
self = "the Leader"
rival = "a Rival"
""")
)


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("", ""),
        ("boost", "Grow."),
        ("boost(-2)", "Shrink by 2."),
        ("general: collect(self, 2)", "On arrival the Leader takes 2 cards."),
        ("collect(rival, X), boost, retire",
         "A Rival takes as many cards as X, grow and this Asset retires."),
        ("ongoing(start): boost; ongoing(end): boost",
         "When your turn begins grow. When your turn ends, grow."),
        ("general: boost, retire if duel",
         "On arrival grow. On arrival this Asset retires if two play."),
        ("boost if duel, retire if duel, boost if not duel",
         "Grow and this Asset retires if two play. Grow if several play."),
        ("reaction(deployed(rival)): drop(leader(rival), 1)",
         "When a Rival deploys a Rival drops 1 card."),
        ("t1=top(Hero, rival), retire(t1)", "The Top Rival Hero retires."),
        ("t1=top(rival)", ""),
        # filters
        ("search", "You search."),
        ("search(Hero, rank<=X+2)", "You search for a Hero of Rank X+2 or less."),
        ("search(rank<=0)", "You search for an Asset of Rank 0 or less."),
        ("search(Villain, Hero, rival, champion)",
         "You search for a Rival Hero or Villain champion."),
        ("search(within(2), Hero)", "You search for a Hero within 2."),
        ("bam(2, Villain, Hero)", "Heroes or Villains grow by 2."),
        ("bam(2, rival)", "Rival Assets grow by 2."),
        ("bam(2)", "All grow by 2."),
        # conditions
        ("boost if not (duel or night)", "Grow if several play and not it is night."),
        ("boost if night and (duel or leads(self))",
         "Grow if it is night and either two play or the Leader leads."),
        ("boost if night or not (duel or not night)",
         "Grow if it is night or both several play and it is night."),
        ("boost if night and not (duel or night)",
         "Grow if it is night and several play and not it is night."),
        ("boost if admin<=2", "Grow if you have 2 or fewer."),
        ("boost if not admin<=2", "Grow if you have more than 2."),
        ("boost if admin<rival_admin", "Grow if you have less than your rival."),
        # where no text fits, the line itself
        ("boost if admin=2", "Grow if admin=2."),
        ("fee(cost=retire_hand(1)): boost", "Fee(cost=retire_hand(1)) grow."),
        # what people typed
        ("name(helios)", "You are Helios."),
        ("name(helios, text='Sing!')", "Sing!"),
    ],
)  # fmt: skip
def test_the_text_of_a_card_is_made_from_its_effect(effect: str, text: str) -> None:
    assert card_text(read(effect), WORDS, SAID, Voice((), str.capitalize)) == text


def test_without_words_the_effect_itself_is_shown() -> None:
    assert card_text(read("general: boost(2) if duel"), WORDS, Words({})) == (
        "General boost(2) if duel."
    )


def test_the_texts_of_the_design() -> None:
    words = Words({"effects": {
        "triggers": {"success": "on success"},
        "verbs": {
            "status": "the {who} is {status} next turn",
            "penetrates": "penetrates Defenses",
            "cancel": "cancels {a_filter}",
        },
        "conditions": {"target_alignment": "the target is {alignment}"},
        "filters": {"attack": "Attack|Attacks", "opponent": "opponent's", "no_function": "Action"},
    }})  # fmt: skip
    for effect, text in {
        "success: status(target, immobilized)": "On success the target is immobilized next turn.",
        "penetrates if target_alignment(Dark)": "Penetrates Defenses if the target is Dark.",
        "cancel(attack, opponent, Energy)": "Cancels an opponent's Energy Attack.",
        "cancel(Light)": "Cancels a Light Action.",
    }.items():
        assert card_text(ACTIONS.read(effect), ACTIONS, words) == text


# Galatune's words

HOUSE_ACTIONS = """
cost: lose_hp(user, 2)
add(3) if target_attacks
success: gain_hp(user, 2)
success: status(target, special_locked)
success: status(target, immobilized)
success: sap(target, 2)
become(6) if target_hp_full
penetrates, become(inf) if user_is(eron)
penetrates if target_alignment(Dark); unplayable if full_moon
add(2) if target_more_vp
penetrates
success: steal(1, by=random)
gain_hp(target, 1)
counter(Energy)
counter(Normal)
only(Energy)
only(Normal)
unbroken: draw(user, 1)
cost: status(user, immobilized)
status(target, immobilized)
boost(next_mul)
boost(next_add)
boost(rating_add)
boost(next_penetrate)
boost(vp)
boost(ap)
boost(prize_cost)
cancel(shield)
cancel(trap)
cancel(attack, Normal)
cancel(attack, Energy)
cancel(life)
cancel(boost)
cancel(other)
cancel(Light)
cancel(Dark)
counter(attack, opponent)
cancel(special), damage
fall_both if duel, bond if not duel
rivalry
steal(rating, by=user)
destroy(rating)
recover(rating)
draw(target, rating)
flip_alignment
set_element(Nature)
steal_vp(rating) if target_more_vp
status(target, trap_locked)
become(0) if target_hp_full
cost: lose_hp(user, 1)
success: steal(1, by=target)
draw(user, rating)
note("Whoever sings first draws.")
"""
HOUSE_ABILITIES = """
rating_add(1, Light)
rating_add(2, shield)
regen(1)
life_bonus(2)
rating_add(1, attack, Normal)
victory_draw(2)
armour(1, Energy)
prize_deck_only
prize_bonus(1)
untrappable(special, trap)
immune(Energy, rating<=2)
armour(1)
endure
counter(Energy, rating<=2)
note("Sings.")
"""


@pytest.mark.parametrize(
    ("vocabulary", "line"),
    [
        *((ACTIONS, line) for line in HOUSE_ACTIONS.split("\n") if line),
        *((ABILITIES, line) for line in HOUSE_ABILITIES.split("\n") if line),
    ],
)
def test_every_house_line_reads_and_prints_back(vocabulary: Vocabulary, line: str) -> None:
    assert str(vocabulary.read(line, names={"champion": ["eron"]})) == line


@pytest.mark.parametrize("vocabulary", [ACTIONS, ABILITIES])
def test_every_word_has_examples_that_use_it(vocabulary: Vocabulary) -> None:
    for words in vocabulary.groups.values():
        for word in words.values():
            assert word.examples
            for example in word.examples:
                assert str(vocabulary.read(example)) == example
                assert word.name in re.findall(r"\w+", example)


# The reference, and what it costs


def test_the_reference_shows_every_word_and_proves_its_examples() -> None:
    page = reference({"Magpies": {"cards": WORDS}})
    for row in (
        "## Magpies",
        "### Cards of Magpies",
        "| `search(to=..., f...)` |  | Find a card. | to: hand or team; f: any filters |  |",
        "| `rank<=n` |  | By Rank. | n: a whole number from 0, or X |  |",
        "| `Hero` | faction | A Hero. |  |  |",
        "| `drop(who, n)` |  | Lose cards. | who: a slot, self or leader; n: a whole number"
        " from 1 to 9 |  |",
    ):
        assert row in page.split("\n")
    broken = Vocabulary(verbs=[Word("boost", "Grow.", examples=("bost",))])
    with pytest.raises(InvalidInput, match="unknown verb 'bost'; did you mean 'boost'"):
        reference({"Magpies": {"cards": broken}})


def tool(name: str) -> ModuleType:
    path = Path(__file__).parents[2] / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"tool_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_the_one_that_the_tool_writes() -> None:
    page = tool("effects_reference")
    assert page.PAGE.read_text(encoding="utf-8") == page.written(), (
        "run python tools/effects_reference.py"
    )


def test_the_parser_is_loaded_only_when_a_text_is_read() -> None:
    code = (
        "import sys, ludarium.cli, ludarium.games.galatune.effects, ludarium.core.effects.text;"
        "sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
