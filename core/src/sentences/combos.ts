/** Why the server refuses a combo. */
export const COMBOS = {
  'combo-live-mode':
    'Combos are only for practice money until the next contract, so no money was taken; place single bets instead.',
  'combo-not-yet': "This server doesn't take combos yet, so no money was taken; place single bets instead.",
  'combo-own-market':
    "This market can't be part of a combo because bets move its price, so no money was taken; remove it, or bet on it by itself.",
  'combo-in-play':
    "A game that is being played can't be part of a combo, so no money was taken; remove it, or bet on it by itself.",
  'combo-outright':
    "A market on a whole competition can't be part of a combo, so no money was taken; remove it, or bet on it by itself.",
  'combo-same-game':
    'Two selections are from the same game, so no money was taken; keep one of them, or bet on each by itself.',
  'combo-same-participant':
    'Two selections have the same participant, so no money was taken; keep one of them, or bet on each by itself.',
  'combo-below-zero-margin':
    'The odds on this market are changing, so no money was taken; remove it or try again in a minute.',
  'combo-one-sided':
    "A market on a player can't be part of a combo because its margin isn't known, so no money was taken; remove it, or bet on it by itself.",
  'combo-odds-too-high': 'The odds are above 1,000, so no money was taken; remove a selection.',
  'combo-legs': 'A combo has 2 to 12 selections, so no money was taken; add or remove some.',
  'combo-signature-invalid':
    "The signature doesn't match this combo, so no money was taken; sign it again in your wallet.",
  'combo-or-not':
    "We can't tell yet whether your combo was placed. Send it again to find out; it can be placed only once.",
  'combo-not-recorded': "The combo couldn't be recorded, so no money was taken; send it again.",
  'too-many-combos': 'Too many combos are arriving at once, so no money was taken; try again.',
  'combos-not-recorded': "Combos can't be recorded right now, so no money was taken; try again.",
  'no-such-combo': "That isn't one of your combos; check the combos in your profile.",
} as const;
