"""The language of effects: reading and printing, errors with places, card texts, running."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludarium import InvalidInput, State
from ludarium.core.effects.locating import Places
from ludarium.core.effects.parsing import LONGEST
from ludarium.core.effects.program import (
    Comparison,
    Filter,
    Junction,
    Line,
    Not,
    Program,
    Sum,
    Term,
)
from ludarium.core.effects.reference import reference
from ludarium.core.effects.running import Effects, Entry
from ludarium.core.effects.syntax import KEYWORDS, Place
from ludarium.core.effects.text import card_text
from ludarium.core.effects.vocabulary import (
    Choice,
    Name,
    Number,
    Parameter,
    Ref,
    Text,
    Vocabulary,
    Which,
    Word,
)
from ludarium.core.events import Log
from ludarium.core.words import Voice, Words
from ludarium.games.galatune.effects import ABILITIES, ACTIONS

WHO = Choice(("self", "each", "rival"))
X = Number(0, words=("X",), sums=True)
WORDS = Vocabulary(
    triggers=[
        Word("general", "At once."),
        Word("ongoing", "Every turn.", {"phase": Choice(("start", "end"))}),
        Word("reaction", "After an event.", {"event": Ref(values=("deployed",))}),
        Word("fee", "For a price.", {"cost": Ref(values=("retire_hand",), named=True)}),
    ],
    verbs=[
        Word("collect", "Take cards.", {"who": WHO, "n": X}),
        Word("drop", "Lose cards.", {"who": Ref(("self",), ("leader",)), "n": Number(1, 9)}),
        Word("retire", "Retire an Asset.", {"what": Ref(("this",), ("top",), default="this")}),
        Word("search", "Find a card.", {"to": Choice(("hand", "team"), "hand", True),
                                        "f": Which()}),
        Word("boost", "Grow.", {"n": Number(default=1), "all": Choice(("yes", "no"), "no")}),
        Word("bam", "Grow here.", {"n": Number(most=9, default=0), "f": Which()}),
        Word("name", "Be called.", {"id": Name("leader"), "text": Text("", named=True)}),
        Word("dismiss", "End it.", under=("general", "fee")),
        Word("stay", "Stay.", under=("",)),
    ],
    conditions=[
        Word("duel", "Two play."),
        Word("night", "It is dark."),
        Word("leads", "Someone leads.", {"who": WHO}),
        Word("admin", "Own Assets.", compares=Number(0, words=("rival_admin",), sums=True)),
    ],
    filters=[
        Word("rival", "Of a Rival.", family="side"),
        Word("Hero", "A Hero.", family="faction"),
        Word("Villain", "A Villain.", family="faction"),
        Word("champion", "A Champion.", family="kind"),
        Word("within", "Near.", {"n": Number(1)}, family="place"),
        Word("rank", "By Rank.", compares=X),
    ],
    values=[
        Word("top", "A Top Asset.", {"f": Which()}),
        Word("leader", "A Leader.", {"who": WHO}),
        Word("deployed", "An Asset was deployed.", {"by": WHO}),
        Word("retire_hand", "Retire cards.", {"n": X}),
    ],
)  # fmt: skip


def read(text: str) -> Program:
    return WORDS.read(text)


def wrong(text: str) -> str:
    """The error of a text, without the name of the file."""
    with pytest.raises(InvalidInput) as error:
        read(text)
    return str(error.value).removeprefix("effect:1:")


# Reading and printing


def test_a_program_is_a_tuple_of_lines_with_all_arguments_filled_in() -> None:
    program = read("general: t1=top(rival, rank<=X+2), retire(t1) if not duel; boost")
    choose, retire, boost = program
    rank = Comparison("rank", "<=", Sum("X", 2))
    general = Term("general")
    assert choose == Line(
        general, Term("top", {"f": Filter((Term("rival"),), (rank,))}), None, "t1"
    )
    assert retire == Line(general, Term("retire", {"what": "t1"}), Not(Term("duel")))
    assert boost == Line(None, Term("boost", {"n": 1, "all": "no"}), block=1)
    assert [len(block) for block in program.blocks()] == [2, 1]
    assert read("") == read("  ") == ()
    assert str(read("")) == ""


def test_terms_and_filters_tell_what_they_hold() -> None:
    (line,) = read("search(Hero, rank>=2, within(3), to=team)")
    found = line.verb.filter("f")
    assert line.verb.word("to") == "team"
    assert found.words == ("Hero", "within") and "Hero" in found and "Villain" not in found
    assert found.terms[1].number("n") == 3
    assert [str(item) for item in found] == ["Hero", "within(3)", "rank>=2"]
    (limit,) = found.limits
    assert [limit.holds({"rank": rank}.__getitem__) for rank in (1, 2, 3)] == [False, True, True]


def test_programs_are_hashable_and_equal_by_what_they_say() -> None:
    one, same, other = read("drop(self,1)"), read(" drop( self , n = 1 ) "), read("drop(self, 2)")
    assert one == same and hash(one) == hash(same)
    assert one != other and len({one, same, other}) == 2


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("collect(self,+1),collect( each , X - 1 )", "collect(self, 1), collect(each, X-1)"),
        ("boost(1, no)", "boost"),
        ("boost(all=yes)", "boost(1, yes)"),
        ("boost(all=no, n=2)", "boost(2)"),
        ("retire(this)", "retire"),
        ("bam(0, Hero)", "bam(0, Hero)"),
        ("bam(rank=2, n=3)", "bam(3, rank=2)"),
        ("bam(0)", "bam"),
        ("bam", "bam"),
        ("search(rank!=2, f=Hero, to=hand)", "search(Hero, rank!=2)"),
        ("search(to=team, Hero)", "search(Hero, to=team)"),
        ("name(helios)", "name(helios)"),
        ("name('if')", 'name("if")'),
        ("name(\"a b\", text='it\\'s \"so\\\\so\"')", 'name("a b", text="it\'s \\"so\\\\so\\"")'),
        ("boost() if (duel)", "boost if duel"),
        ("boost if (duel and night) and leads(self)", "boost if duel and night and leads(self)"),
        ("boost if duel and night or night", "boost if (duel and night) or night"),
        ("boost if not (duel or not night)", "boost if not (duel or not night)"),
        ("boost if admin<rival_admin", "boost if admin<rival_admin"),
        ("boost if admin = 2 or admin>=rival_admin+1", "boost if admin=2 or admin>=rival_admin+1"),
        ("reaction(deployed(rival)):\n  drop(leader(rival), 1)",
         "reaction(deployed(rival)): drop(leader(rival), 1)"),
        ("fee(cost=retire_hand(X)): dismiss; stay", "fee(cost=retire_hand(X)): dismiss; stay"),
        ("ongoing(start): boost; ongoing(start): boost", None),
        ("general: t1=leader(rival), drop(t1, 1); t1=leader(each), drop(t1, 1)", None),
    ],
)  # fmt: skip
def test_what_is_typed_prints_in_one_way(typed: str, printed: str | None) -> None:
    assert str(read(typed)) == (printed or typed)
    assert read(printed or typed) == read(typed)


def calls(word: Word, slots: list[str]) -> st.SearchStrategy[str]:
    """A word with arguments that fit, however one may type them."""

    @st.composite
    def call(draw: st.DrawFn) -> str:
        args = []
        by_place = True
        for name, parameter in word.parameters.items():
            if isinstance(parameter, Which):
                args += draw(st.lists(filters(), max_size=3, unique=True)) if by_place else []
                continue
            if parameter.default is not None and draw(st.booleans()):
                by_place = False
                continue
            by_place = by_place and not parameter.named and draw(st.booleans())
            value = draw(arguments(parameter, slots))
            args.append(value if by_place else f"{name}={value}")
        return (
            f"{word.name}({draw(st.sampled_from([', ', ',']))[:].join(args)})"
            if args
            else word.name
        )

    return call()


def filters() -> st.SearchStrategy[str]:
    words = [word for word in WORDS.groups["filter"].values() if not word.compares]
    limit = st.builds("rank{}{}".format, st.sampled_from(["<", "<=", ">=", "=", "!="]), numbers(X))
    return st.one_of(*(calls(word, []) for word in words), limit)


def numbers(number: Number) -> st.SearchStrategy[str]:
    whole = st.integers(number.least or 0, 9 if number.most is None else number.most).map(str)
    words = [st.sampled_from(number.words)] if number.words else []
    sums = [st.builds("{}{:+}".format, words[0], st.integers(-9, 9))] if number.sums else []
    return st.one_of(whole, *words, *sums)


def arguments(parameter: Parameter, slots: list[str]) -> st.SearchStrategy[str]:
    match parameter:
        case Number():
            return numbers(parameter)
        case Choice(words):
            return st.sampled_from(words)
        case Name():
            return st.sampled_from(["helios", "'archfiend'", "'a b'", *map(repr, KEYWORDS)])
        case Text():
            return st.text(max_size=20).map(quoted)
        case Ref(words, values):
            nested = [calls(WORDS.groups["value"][name], slots) for name in values]
            plain = [*words, *slots]
            return st.one_of(*nested, *([st.sampled_from(plain)] if plain else []))
    raise AssertionError(parameter)


def quoted(text: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"


def conditions() -> st.SearchStrategy[str]:
    number = WORDS.groups["condition"]["admin"].compares
    assert number is not None
    plain = [word for word in WORDS.groups["condition"].values() if not word.compares]
    leaf = st.one_of(
        *(calls(word, []) for word in plain),
        st.builds("admin {} {}".format, st.sampled_from(["<", ">", "=", "!="]), numbers(number)),
    )
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.builds("not ({})".format, inner),
            st.builds("({}) and ({})".format, inner, inner),
            st.builds("({}) or {}".format, inner, leaf),
        ),
        max_leaves=4,
    )


@st.composite
def effects(draw: st.DrawFn) -> str:
    """Any effect over the words above."""
    verbs = [word for word in WORDS.groups["verb"].values() if not word.under]
    blocks = []
    for _ in range(draw(st.integers(0, 3))):
        trigger = draw(st.sampled_from([None, *WORDS.groups["trigger"].values()]))
        begin = f"{draw(calls(trigger, []))}: " if trigger else ""
        slots: list[str] = []
        steps = []
        for _ in range(draw(st.integers(1, 3))):
            if draw(st.integers(0, 3)) == 0:
                value = WORDS.groups["value"][draw(st.sampled_from(["top", "leader"]))]
                step = f"t{len(slots)}={draw(calls(value, slots))}"
                slots.append(f"t{len(slots)}")
            else:
                step = draw(calls(draw(st.sampled_from(verbs)), slots))
            when = f" if {draw(conditions())}" if draw(st.booleans()) else ""
            steps.append(step + when)
        blocks.append(begin + ", ".join(steps))
    return "; ".join(blocks)


@given(effects())
def test_reading_and_printing_are_inverse(text: str) -> None:
    assume(len(text) <= LONGEST)
    program = read(text)
    assume(len(str(program)) <= LONGEST)
    assert read(str(program)) == program
    assert str(read(str(program))) == str(program)


def test_conditions_are_tested_term_by_term() -> None:
    (line,) = read("boost if (duel or night) and not leads(self)")
    assert isinstance(line.when, Junction)
    asked: list[str] = []

    def test(term: Term) -> bool:
        asked.append(str(term))
        return term.name == "duel"

    assert line.when.evaluate(test)
    assert asked == ["duel", "leads(self)"]  # what cannot matter is not asked


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("admin<rival_admin", True), ("admin<=2", True), ("admin>2", False), ("admin>=3", False),
        ("admin=2", True), ("admin!=2", False), ("admin=rival_admin-3", True),
        ("not admin=2", False), ("duel and admin=2", True), ("night or admin=3", False),
    ],
)  # fmt: skip
def test_comparisons_count(condition: str, holds: bool) -> None:
    (line,) = read(f"boost if {condition}")
    assert line.when is not None
    count = {"admin": 2, "rival_admin": 5}.__getitem__
    assert line.when.evaluate(lambda term: term.name == "duel", count) is holds


# Errors


@pytest.mark.parametrize(
    ("text", "error"),
    [
        # words
        ("general: colect(self, 1)", "10: unknown verb 'colect'; did you mean 'collect'?"),
        ("genral: boost", "1: unknown trigger 'genral'; did you mean 'general'?"),
        ("boost if duell", "10: unknown condition 'duell'; did you mean 'duel'?"),
        ("boost if zzz", "10: unknown condition 'zzz'; known: duel, night, leads, admin"),
        ("search(Heroe)", "8: unknown filter 'Heroe'; did you mean 'Hero'?"),
        ("t1=topp()", "4: unknown value 'topp'; did you mean 'top'?"),
        ("duel", "1: 'duel' is a condition, not a verb"),
        ("t1=boost", "4: 'boost' is a verb, not a value"),
        ("search(self)", "8: unknown filter 'self'; known: rival, Hero, Villain, champion, within,"
                         " rank"),
        # arguments
        ("collect(self)", "1: n of collect is missing: collect(who, n)"),
        ("collect(self, 1, 2)", "18: one argument too many: collect(who, n)"),
        ("boost if duel(2)", "15: one argument too many: duel"),
        ("search(team)", "8: unknown filter 'team'; known: rival, Hero, Villain, champion, within,"
                         " rank"),
        ("fee(retire_hand(1)): boost", "5: one argument too many: fee(cost=...)"),
        ("collect(who=self, self)", "19: who of collect is given twice"),
        ("collect(n=1, n=2)", "14: n of collect is given twice"),
        ("collect(self, m=2)", "15: collect has no 'm'; known: who, n"),
        ("search(two=team)", "8: search has no 'two'; did you mean 'to'?"),
        # types
        ("collect(slef, 1)", "9: who of collect is self, each or rival, not 'slef';"
                             " did you mean 'self'?"),
        ("collect(self(1), 1)", "9: who of collect is self, each or rival, not 'self(...)';"
                                " did you mean 'self'?"),
        ("collect('self', 1)", "9: who of collect is self, each or rival, not '\"self\"';"
                               " did you mean 'self'?"),
        ("collect(self, Y)", "15: n of collect is a whole number from 0, or X, not 'Y'"),
        ("collect(self, -1)", "15: n of collect is a whole number from 0, or X, not '-1'"),
        ("boost(1000000000)", "7: n of boost is a whole number, not '1000000000'"),
        ("boost(-1000000000)", "7: n of boost is a whole number, not '-1000000000'"),
        ("collect(self, X+1000000000)", "15: n of collect is a whole number from 0, or X,"
                                        " not 'X+1000000000'"),
        ("drop(self, 10)", "12: n of drop is a whole number from 1 to 9, not '10'"),
        ("drop(self, X+1)", "12: n of drop is a whole number from 1 to 9, not 'X+1'"),
        ("bam(rank<3)", "5: n of bam is a whole number to 9, not 'rank<...'"),
        ("name(3)", "6: id of name is the id of a leader, not '3'"),
        ("name('')", "6: id of name is the id of a leader, not '\"\"'"),
        ("name(a, text=b)", "14: text of name is a text in quotes, not 'b'"),
        ("retire(t1)", "8: what of retire is a slot, this or top, not 't1'"),
        ("foe=top, retire(foo)", "17: what of retire is a slot, this or top, not 'foo';"
                                 " did you mean 'foe'?"),
        ("t1=top, t1=top", "9: 't1' is bound already"),
        ("t1=top; retire(t1)", "16: what of retire is a slot, this or top, not 't1'"),
        # filters and comparisons
        ("search(3)", "8: '3' is no filter; known: rival, Hero, Villain, champion, within, rank"),
        ("search(Hero, Hero)", "14: 'Hero' stands there twice"),
        ("search(rank)", "8: 'rank' must be compared: rank<=n"),
        ("search(Hero<2)", "8: 'Hero' cannot be compared"),
        ("search(Hero=2)", "8: 'Hero' cannot be compared"),
        ("search(rank<=two)", "14: the limit of rank is a whole number from 0, or X, not 'two'"),
        ("search(rank='two')", "13: the limit of rank is a whole number from 0, or X,"
                               " not '\"two\"'"),
        ("boost if admin", "10: 'admin' must be compared: admin<=n"),
        # triggers
        ("ongoing(start): boost, dismiss", "24: 'dismiss' stands only under 'general:'"
                                           " or under 'fee:'"),
        ("dismiss", "1: 'dismiss' stands only under 'general:' or under 'fee:'"),
        ("general: stay", "10: 'stay' stands only without a trigger"),
        # letters
        ("boost @", "7: unexpected '@'"),
        ("name('a)", "6: the text that begins here has no closing '"),
        ("drop(self, 1", "13: the effect breaks off; expected ')' or ','"),
        ("boost if (duel", "15: the effect breaks off; expected ')'"),
        ("boost; ", "7: the effect breaks off; expected a word"),
        ("drop(self 1)", "11: unexpected '1'; expected a number, a comparison, '=', '(', ')'"
                         " or ','"),
        ("boost)", "6: unexpected ')'; expected '=', '(', ',', ':', ';', the end or 'if'"),
        ("boost iff duel", "7: unexpected 'iff'; did you mean 'if'?"),
        ("boost if duel annd night", "15: unexpected 'annd'; did you mean 'and'?"),
        ("or", "1: unexpected 'or'; expected a word or the end"),
        ("boost, " * 200, f"{LONGEST + 1}: an effect has at most {LONGEST} letters"),
    ],
)  # fmt: skip
def test_an_error_points_at_the_very_word(text: str, error: str) -> None:
    assert wrong(text) == error


PIECES = (
    "boost", "retire", "search", "name", "top", "t1", "rank", "duel", "if", "and", "or", "not",
    "(", ")", ",", ";", ":", "=", "<=", "!=", "<", "+", "-", "1", "+2", "'x'", '"', "'", "\\",
    "@", "{", "\n", " ", "é", "²", "\0",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_whatever_is_typed_is_an_effect_or_an_error_with_a_place(text: str) -> None:
    said = ""
    try:
        assert read(str(read(text))) == read(text)
    except InvalidInput as error:
        said = str(error)
    assert re.match(r"$|effect:\d+:\d+: .", said)


def test_nothing_nests_too_deep() -> None:
    deep = "boost if " + "not (duel or " * 70 + "night" + ")" * 70
    assert read(str(read(deep))) == read(deep)
    assert read("boost if " + "not " * 240 + "duel") == read("boost if duel")
    assert read("boost if " + "(" * 490 + "duel" + ")" * 490) == read("boost if duel")


def test_names_are_checked_where_they_are_known() -> None:
    known = {"leader": ["helios", "archfiend"]}
    assert WORDS.read("name(nobody)") and WORDS.read("name(helios)", names=known)
    with pytest.raises(InvalidInput, match=r"^effect:1:6: .* 'helius'; did you mean 'helios'\?$"):
        WORDS.read("name(helius)", names=known)


def test_a_game_may_refuse_a_line() -> None:
    def check(line: Line) -> str:
        return f"{line.verb.name} needs a trigger" if line.trigger is None else ""

    place = Place("cards.toml", 7, 11)
    assert WORDS.read("general: boost", place, check=check)
    with pytest.raises(InvalidInput, match=r"^cards\.toml:8:3: retire needs a trigger$"):
        WORDS.read("general: boost;\n  retire", place, check=check)
    with pytest.raises(InvalidInput, match=r"^cards\.toml:7:14: retire needs a trigger$"):
        WORDS.read("   retire", place, check=check)


# Places in files

FILE = '''\
# [[cards]] in a comment
title = """
[[cards]]
effect = "no" """
[[cards]]  # the first
id = "A1"
effect = "boost"  # effect = "x"
[other]
effect = "boost"

[[ "cards" ]]
list = [ # [[cards]]
    "a]", { b = 'c[' },
]
'effect' = 'boost'
special . effect = "bo\\u006fst"
[cards.ability]
name = \'\'\'
it's'\'\'\'
effect = """
  name(\\"ab\\", \\
     text='c')"""

[[cards]]
special = { effect = "boost" }
cost = 3
ability.effect = \'\'\'bo
ost\'\'\'
'''


@pytest.mark.parametrize(
    ("index", "key", "begin"),
    [
        (0, "effect", (7, 11)),
        (1, "effect", (15, 13)),
        (1, "special.effect", (16, 21)),
        (1, "ability.effect", (21, 1)),
        (2, "special.effect", (24, 1)),  # at the header: an inline table
        (2, "cost", (24, 1)),
        (2, "ability.effect", (27, 21)),
        (3, "effect", (1, 1)),
    ],
)
def test_the_place_of_a_text_is_found_again(index: int, key: str, begin: tuple[int, int]) -> None:
    for newline in ("\n", "\r\n"):
        place = Places(FILE.replace("\n", newline), "f.toml").of("cards", index, key)
        assert (place.file, place.line, place.column) == ("f.toml", *begin)


def test_the_places_lie_where_the_words_are() -> None:
    cards = tomllib.loads(FILE)["cards"]
    lines = FILE.splitlines()
    for index, text in ((0, cards[0]["effect"]), (1, cards[1]["ability"]["effect"])):
        key = "ability.effect" if index else "effect"
        place = Places(FILE, "f").of("cards", index, key)
        spelled = [lines[line - 1][column - 1 :][:1] for line, column in place.spots[:-1]]
        assert [letter or "\n" for letter in spelled] == list(text.replace('"', "\\"))


def test_errors_point_into_the_file() -> None:
    def error(text: str, index: int, key: str) -> str:
        with pytest.raises(InvalidInput) as error:
            WORDS.read(text, Places(FILE, "f.toml").of("cards", index, key))
        return str(error.value).partition(": ")[0]

    cards = tomllib.loads(FILE)["cards"]
    effect = cards[1]["ability"]["effect"]
    assert error(effect.replace("text", "txet"), 1, "ability.effect") == "f.toml:22:6"
    assert error("boost(all", 2, "special.effect") == "f.toml:24:1"
    assert error("boost(", 1, "special.effect") == "f.toml:16:31"


def test_what_is_no_toml_has_no_places() -> None:
    assert str(Places("= 3\n[[cards]]\neffect = ''", "f").of("cards", 0, "effect")) == "f:1:1"
    assert str(Places("", "f").of("cards", 0, "effect")) == "f:1:1"


def test_a_file_may_end_without_a_line_break() -> None:
    assert str(Places("[[cards]]\neffect = ''", "f").of("cards", 0, "effect")) == "f:2:11"


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


# Running


def test_an_effect_can_be_saved_and_forked_in_its_middle() -> None:
    done: list[Entry] = []

    def choose(state: State, entry: Entry, log: Log | None) -> None:
        done.append(entry)
        state.frames.append(("chosen", 1, ()))
        state.asks = ((1, "choose", ()),)

    def gain(state: State, entry: Entry, log: Log | None) -> None:
        done.append(entry)

    effects = Effects({"choose": choose, "gain": gain})
    steps = {"effects": effects.step}

    def run(state: State) -> None:
        while state.frames and not state.asks:
            step, seat, data = state.frames.pop()
            steps[step](state, seat, data, None)

    state = State([], [], [], [])
    effects.push(state, 0, [])
    assert state.frames == []
    effects.push(state, 0, [("choose", 1), ("gain", 1, 2), ("gain", 0, 3)])
    run(state)
    assert done == [("choose", 1)]
    assert state.frames == [("effects", 0, (("gain", 1, 2), ("gain", 0, 3))), ("chosen", 1, ())]
    for fork in (state.clone(), state):
        del done[:]
        fork.asks = ()
        fork.frames.pop()
        run(fork)
        assert done == [("gain", 1, 2), ("gain", 0, 3)]
        assert fork.frames == []


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
    path = Path(__file__).parent.parent / "tools" / f"{name}.py"
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
