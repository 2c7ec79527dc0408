"""The language of effects: reading and printing, conditions, running."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.small_words import WORDS, X, read
from ludarium import State
from ludarium.core.effects.parsing import LONGEST
from ludarium.core.effects.program import (
    Comparison,
    Filter,
    Junction,
    Line,
    Not,
    Sum,
    Term,
)
from ludarium.core.effects.running import Effects, Entry
from ludarium.core.effects.syntax import KEYWORDS
from ludarium.core.effects.vocabulary import (
    Choice,
    Name,
    Number,
    Parameter,
    Ref,
    Text,
    Which,
    Word,
)
from ludarium.core.events import Log

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
