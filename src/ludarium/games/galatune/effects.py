"""The words of Galatune's cards and abilities; `docs/effects.md` shows them with examples."""

from __future__ import annotations

from typing import Final

from ludarium.core.effects.vocabulary import (
    Choice,
    Name,
    Number,
    Parameter,
    Text,
    Vocabulary,
    Which,
    Word,
)

ELEMENTS: Final = ("War", "Mystic", "Tech", "Nature")
ALIGNMENTS: Final = ("Light", "Dark")
PROPERTIES: Final = ("Normal", "Energy")
FUNCTIONS: Final = ("attack", "shield", "life", "boost", "trap", "other")
STATUSES: Final = ("immobilized", "special_locked", "trap_locked")
BOOSTS: Final = (
    "next_mul", "next_add", "rating_add", "next_penetrate", "vp", "ap", "prize_cost",
)  # fmt: skip

WHO: Final = Choice(("user", "target"))
COUNT: Final = Number(1)
AMOUNT: Final = Number(0, words=("rating",))
"""Fixed, or as much as the rating of the Action."""
FILTER: Final[dict[str, Parameter]] = {"filter": Which()}
ALONE: Final = ("",)
"""What an Action is, rather than what it does, knows no trigger."""

# In the order in which a filter is said: an opponent's Special Light Normal Attack of rating 2.
FILTERS: Final = (
    Word(
        "opponent",
        "Only what an opponent plays.",
        family="side",
        examples=("counter(attack, opponent)",),
    ),
    Word("special", "Special Actions.", family="special", examples=("counter(special)",)),
    *(
        Word(name, f"Of the type {name}.", family="type", examples=(f"counter({name})",))
        for name in (*ELEMENTS, *ALIGNMENTS)
    ),
    *(
        Word(name, f"Of the property {name}.", family="property", examples=(f"counter({name})",))
        for name in PROPERTIES
    ),
    *(
        Word(
            name,
            f"Of the function {name.capitalize()}.",
            family="function",
            examples=(f"counter({name})",),
        )
        for name in FUNCTIONS
    ),
    Word(
        "rating",
        "By the rating.",
        compares=Number(0),
        examples=("counter(Energy, rating<=2)",),
    ),
)

MODIFIERS: Final = (
    Word(
        "penetrates",
        "The Action penetrates Defenses.",
        examples=("penetrates", "penetrates if target_alignment(Dark)"),
        family="modifiers",
        under=ALONE,
    ),
    Word(
        "become",
        "The rating becomes another, `inf` for infinity.",
        {"rating": Number(0, words=("inf",))},
        examples=("become(6) if target_hp_full", "become(inf) if user_is(eron)"),
        family="modifiers",
        under=ALONE,
    ),
    Word(
        "add",
        "A number is added to the rating.",
        {"n": Number()},
        examples=("add(3) if target_attacks",),
        family="modifiers",
        under=ALONE,
    ),
    Word(
        "unplayable",
        "The Action cannot be played.",
        examples=("unplayable if full_moon",),
        family="modifiers",
        under=ALONE,
    ),
)

COUNTER: Final = Word(
    "counter",
    "What fits the filter is Countered.",
    FILTER,
    examples=("counter(Energy)", "counter(attack, opponent)"),
    family="shields and traps",
    under=ALONE,
)
NOTE: Final = Word(
    "note",
    "A text for people; nothing happens by itself.",
    {"text": Text()},
    examples=('note("Sing the anthem.")',),
    family="notes",
)

ANSWERS: Final = (
    Word(
        "only",
        "The Shield blocks Actions of one property only.",
        {"property": Choice(PROPERTIES)},
        examples=("only(Energy)",),
        family="shields and traps",
        under=ALONE,
    ),
    COUNTER,
    Word(
        "cancel",
        "The Trap cancels a play that fits the filter.",
        FILTER,
        examples=("cancel(shield)", "cancel(attack, Normal)"),
        family="shields and traps",
        under=ALONE,
    ),
    Word(
        "damage",
        "The Trap deals its rating as damage to the user of what it lies on.",
        examples=("cancel(special), damage",),
        family="shields and traps",
        under=ALONE,
    ),
)

EFFECTS: Final = (
    Word(
        "boost",
        "The rating raises a statistic of the target.",
        {"stat": Choice(BOOSTS)},
        examples=("boost(next_mul)", "boost(prize_cost)"),
        family="boosts",
        under=ALONE,
    ),
    Word(
        "gain_hp",
        "A champion gains HP.",
        {"who": WHO, "n": AMOUNT},
        examples=("success: gain_hp(user, 2)", "gain_hp(target, 1)"),
        family="effects",
    ),
    Word(
        "lose_hp",
        "A champion loses HP.",
        {"who": WHO, "n": AMOUNT},
        examples=("cost: lose_hp(user, 2)",),
        family="effects",
    ),
    Word(
        "sap",
        "The rating of a champion's Attack, Shield or Life is smaller next turn.",
        {"who": WHO, "n": AMOUNT},
        examples=("success: sap(target, 2)",),
        family="effects",
    ),
    Word(
        "status",
        "A champion has a status next turn.",
        {"who": WHO, "status": Choice(STATUSES)},
        examples=("success: status(target, immobilized)", "status(target, trap_locked)"),
        family="effects",
    ),
    Word(
        "steal",
        "The user takes cards from the target's hand; `by` says who picks them, or chance.",
        {"n": AMOUNT, "by": Choice(("random", "user", "target"), named=True)},
        examples=("success: steal(1, by=random)", "steal(rating, by=user)"),
        family="effects",
    ),
    Word(
        "destroy",
        "Random cards of the target's hand are destroyed.",
        {"n": AMOUNT},
        examples=("destroy(rating)",),
        family="effects",
    ),
    Word(
        "draw",
        "A player draws cards.",
        {"who": WHO, "n": AMOUNT},
        examples=("unbroken: draw(user, 1)", "draw(target, rating)"),
        family="effects",
    ),
    Word(
        "recover",
        "The user takes up to that many cards from the own Used Pile into hand.",
        {"n": AMOUNT},
        examples=("recover(rating)",),
        family="effects",
    ),
    Word(
        "flip_alignment",
        "The target's alignment switches between Light and Dark until it falls.",
        examples=("flip_alignment",),
        family="effects",
    ),
    Word(
        "set_element",
        "The target has another element until it falls.",
        {"element": Choice(ELEMENTS)},
        examples=("set_element(Nature)",),
        family="effects",
    ),
    Word(
        "steal_vp",
        "The user takes VP from the target.",
        {"n": AMOUNT},
        examples=("steal_vp(rating) if target_more_vp",),
        family="effects",
    ),
    Word(
        "bond",
        "User and target cannot harm each other until the user falls.",
        examples=("bond if not duel",),
        family="effects",
    ),
    Word(
        "rivalry",
        "Until the user falls, the target can harm nobody else.",
        examples=("rivalry",),
        family="effects",
    ),
    Word(
        "fall_both",
        "User and target fall.",
        examples=("fall_both if duel, bond if not duel",),
        family="effects",
    ),
    NOTE,
)

CONDITIONS: Final = (
    Word(
        "target_attacks",
        "The target's own Action of this turn is an active Attack.",
        examples=("add(3) if target_attacks",),
    ),
    Word(
        "target_hp_full",
        "The target has at least the HP printed on its card.",
        examples=("become(6) if target_hp_full",),
    ),
    Word(
        "user_is",
        "The user is this champion.",
        {"champion": Name("champion")},
        examples=("become(inf) if user_is(eron)",),
    ),
    Word(
        "target_alignment",
        "The target has this alignment.",
        {"alignment": Choice((*ALIGNMENTS, "Unaligned"))},
        examples=("penetrates if target_alignment(Dark)",),
    ),
    Word(
        "target_more_vp",
        "The target has more VP than the user.",
        examples=("add(2) if target_more_vp",),
    ),
    Word(
        "full_moon",
        "The table plays under a full moon.",
        examples=("unplayable if full_moon",),
    ),
    Word(
        "duel",
        "The user has only one opponent in the game.",
        examples=("fall_both if duel",),
    ),
)

TRIGGERS: Final = (
    Word("success", "When the Attack succeeds.", examples=("success: sap(target, 2)",)),
    Word(
        "cost",
        "Whenever the play is Active; the user pays it.",
        examples=("cost: lose_hp(user, 2)",),
    ),
    Word("unbroken", "When the Shield was not Broken.", examples=("unbroken: draw(user, 1)",)),
)

ACTIONS: Final = Vocabulary(
    triggers=TRIGGERS,
    verbs=(*MODIFIERS, *ANSWERS, *EFFECTS),
    conditions=CONDITIONS,
    filters=FILTERS,
)
"""For Action Cards and Special Actions."""

ABILITIES: Final = Vocabulary(
    verbs=(
        Word(
            "rating_add",
            "The champion's Attacks, Shields and Life that fit the filter have a larger rating.",
            {"n": Number(), **FILTER},
            examples=("rating_add(1, Light)", "rating_add(1, attack, Normal)"),
        ),
        Word(
            "armour",
            "Attacks that fit the filter deal less damage to the champion.",
            {"n": COUNT, **FILTER},
            examples=("armour(1)", "armour(1, Energy)"),
        ),
        Word(
            "immune",
            "Attacks that fit the filter do nothing to the champion.",
            FILTER,
            examples=("immune(Energy, rating<=2)",),
        ),
        Word(
            "counter",
            "Attacks on the champion that fit the filter are Countered.",
            FILTER,
            examples=("counter(Energy, rating<=2)",),
        ),
        Word(
            "regen",
            "While below its printed HP, the champion gains HP in each Resolve Phase.",
            {"n": COUNT},
            examples=("regen(1)",),
        ),
        Word(
            "life_bonus",
            "Each Life that the champion receives gives more HP.",
            {"n": COUNT},
            examples=("life_bonus(2)",),
        ),
        Word(
            "prize_bonus",
            "The player takes more Prize cards.",
            {"n": COUNT},
            examples=("prize_bonus(1)",),
        ),
        Word(
            "prize_deck_only",
            "Victors over the champion take their Prize from the Source Deck.",
            examples=("prize_deck_only",),
        ),
        Word(
            "victory_draw",
            "The player draws cards for each VP scored by a Finishing Blow.",
            {"n": COUNT},
            examples=("victory_draw(2)",),
        ),
        Word(
            "untrappable",
            "No Trap can lie on plays of the champion that any word of the filter names.",
            FILTER,
            examples=("untrappable(special, trap)",),
        ),
        Word(
            "endure",
            "Once per life, a turn that would bring the HP to 0 leaves 1.",
            examples=("endure",),
        ),
        NOTE,
    ),
    filters=FILTERS,
)
"""For Special Abilities."""

VOCABULARIES: Final = {"actions": ACTIONS, "abilities": ABILITIES}
