// A card game the size of Tears of Nature's Master rules: hidden hands of five, open rows of pairs,
// one action a turn, then the hand is filled up. The first row of four pairs wins.

const { INVALID_MOVE } = require('boardgame.io/core');

const SUITS = ['A', 'E', 'F', 'W'];
const HAND = 5;
const ROW = 4;
const TURNS = 500;

const suit = (card) => card[0];
const rank = (card) => Number(card.slice(1));

function deck() {
  const cards = [];
  for (const letter of SUITS) {
    for (let n = 1; n <= 8; n += 1) cards.push(`${letter}${n}`, `${letter}${n}`);
  }
  return cards;
}

function fill(G, random, seat) {
  const hand = G.hands[seat];
  while (hand.length < HAND) {
    if (G.deck.length === 0) {
      if (G.discards.length === 0) return;
      G.deck = random.Shuffle(G.discards);
      G.discards = [];
    }
    hand.push(G.deck.pop());
  }
}

function take(hand, cards) {
  const rest = [...hand];
  for (const card of cards) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

// Every move ends in the same way: the hand is filled and the next seat is to move.
const then = (act) => (context, ...args) => {
  const { G, random, events, playerID } = context;
  if (act(G, Number(playerID), ...args) === INVALID_MOVE) return INVALID_MOVE;
  fill(G, random, Number(playerID));
  events.endTurn();
};

function build(G, seat, a, b) {
  const rest = take(G.hands[seat], [a, b]);
  if (rest === null || suit(a) === suit(b) || rank(a) !== rank(b)) return INVALID_MOVE;
  G.hands[seat] = rest;
  G.rows[seat].push([a, b]);
}

function raid(G, seat, card, owner, slot) {
  const rest = take(G.hands[seat], [card]);
  const pair = owner === seat ? undefined : G.rows[owner]?.[slot];
  if (rest === null || pair === undefined) return INVALID_MOVE;
  if (!pair.some((held) => suit(held) === suit(card)) || rank(card) <= rank(pair[0])) {
    return INVALID_MOVE;
  }
  G.hands[seat] = rest;
  G.discards.push(card);
  G.rows[owner].splice(slot, 1);
  G.rows[seat].push([...pair]);
}

function discard(G, seat, card) {
  const rest = take(G.hands[seat], [card]);
  if (rest === null) return INVALID_MOVE;
  G.hands[seat] = rest;
  G.discards.push(card);
}

module.exports.Pairs = {
  name: 'pairs',
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true,

  setup: ({ ctx, random }) => {
    const seats = [...Array(ctx.numPlayers).keys()];
    const G = {
      deck: random.Shuffle(deck()),
      discards: [],
      hands: seats.map(() => []),
      rows: seats.map(() => []),
    };
    for (const seat of seats) fill(G, random, seat);
    return G;
  },

  // Moves touch the deck, so only the server makes them.
  moves: {
    build: { move: then(build), client: false },
    raid: { move: then(raid), client: false },
    discard: { move: then(discard), client: false },
  },

  endIf: ({ G, ctx }) => {
    const winner = G.rows.findIndex((row) => row.length >= ROW);
    if (winner >= 0) return { winner };
    return ctx.turn > TURNS ? { winner: null } : undefined;
  },

  playerView: ({ G, playerID }) => ({
    hand: playerID == null ? [] : G.hands[playerID],
    hand_counts: G.hands.map((hand) => hand.length),
    rows: G.rows,
    deck_count: G.deck.length,
    discard_count: G.discards.length,
  }),
};
