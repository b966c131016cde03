/** Compares the naive model of combos with figures computed by hand from docs/design/combos.md. Run with `npx tsx`. */

import assert from 'node:assert/strict';
import { naiveBooks } from './naive-books.ts';
import type { PlainModel } from './plain-books.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const usdc = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n;

/** Four games at 1.55 and 2.45, and a double chance; `far` is at 40.00 and 1.02. */
function fourGames(): PlainModel {
  const model = naiveBooks();
  for (const id of ['ann', 'bob']) model.addUser({ id, funds: usdc(10_000), dailyCap: usdc(1000) });
  const caps = { cap: usdc(1000), gameCap: usdc(1000), pricedAt: 0, closesAt: DAY };
  for (const [place, id] of ['a', 'b', 'c', 'd'].entries())
    model.openFeed({ id, winners: 1, odds: [155, 245], title: `Home ${place} vs Away ${place}`, ...caps });
  model.openFeed({ id: 'pair', winners: 2, odds: [150, 150, 140], title: 'East - West', ...caps });
  model.openFeed({ id: 'far', winners: 1, odds: [4000, 102], title: 'North / South - Up / Down', ...caps });
  model.openFeed({ id: 'also', winners: 1, odds: [155, 245], title: 'SOUTH & Left vs Right', ...caps });
  model.openFeed({ id: 'cup', winners: 1, odds: [155, 245], title: 'The Cup', ...caps });
  model.openFeed({ id: 'side', winners: 1, odds: [155, 0], title: 'One vs Two', ...caps });
  model.openFeed({ id: 'gift', winners: 1, odds: [205, 205], title: 'Three vs Four', ...caps });
  model.openLmsr({ id: 'own', probabilities: [0.5, 0.5], budget: usdc(1000), closesAt: DAY });
  model.setComboHouse({ budget: usdc(50_000), byOthers: 0n, pool: usdc(1_000_000) });
  return model;
}

const legsOf = (names: string) =>
  names.split(' ').map((name) => {
    const [id = '', outcome = '0'] = name.split(':');
    return { id, outcome: Number(outcome) };
  });

let combos = 0;
function place(model: PlainModel, names: string, { stake = 10, odds = 101, now = 0, userId = 'ann' } = {}) {
  combos += 1;
  const comboId = `c${combos}`;
  const asked = { comboId, userId, legs: legsOf(names), stake: usdc(stake), odds, now };
  const answer = model.placeCombo(asked);
  return { comboId, answer, said: answer.ok ? 'ok' : (answer.rule ?? answer.reason) };
}

{
  const model = fourGames();
  const why = (names: string, now = 0): string => {
    const answer = model.quoteCombo({ userId: 'ann', legs: legsOf(names), now });
    return answer.ok ? String(answer.odds) : `${answer.rule ?? answer.reason} ${answer.leg}`;
  };
  // 1.55 x 1.55 x 1.55 = 3.723875, rounded down once.
  assert.equal(why('a b c'), '372');
  assert.equal(why('a'), 'legs null');
  assert.equal(why('a nothing'), 'unknown-market 1');
  assert.equal(why('a:2 b'), 'unknown-outcome 0');
  assert.equal(why('a own b'), 'own-market 1');
  assert.equal(why('a b', MINUTE), '240');
  assert.equal(why('a b', MINUTE + 1), 'feed-stale 0');
  assert.equal(why('a b', DAY), 'market-closed 0');
  assert.equal(why('a side'), 'one-sided 1');
  assert.equal(why('a gift'), 'below-zero-margin 1');
  assert.equal(why('a b a:1'), 'same-game 2');
  assert.equal(why('a cup'), 'outright 1');
  assert.equal(why('far also'), 'same-participant 1');
  // 40 x 2.45 x 2.45 x 2.45 = 588.24; once more it is 1441.2.
  assert.equal(why('far a:1 b:1 c:1'), '58824');
  assert.equal(why('far a:1 b:1 c:1 d:1'), 'odds-too-high null');
  model.setSuspended({ id: 'b', suspended: true });
  assert.equal(why('a b'), 'market-suspended 1');
}

{
  // 1% of 50,000 at 2.40: 500 / 1.40 = 357.14; at 6.00 exactly 100.
  const model = fourGames();
  const most = (names: string, userId = 'ann') => {
    const offer = model.quoteCombo({ userId, legs: legsOf(names), now: 0 });
    assert.ok(offer.ok);
    return [offer.most, offer.limit];
  };
  assert.deepEqual(most('a b'), [usdc(357.14), 'one']);
  assert.equal(place(model, 'a b', { stake: 357.15 }).said, 'stake-too-large');
  assert.equal(place(model, 'a b', { odds: 241 }).said, 'odds-changed');
  assert.equal(place(model, 'a b', { stake: 0 }).said, 'stake-too-small');
  const { answer } = place(model, 'a b', { stake: 300 });
  assert.ok(answer.ok && answer.payout === usdc(720) && answer.odds === 240);
  assert.deepEqual(answer.legOdds, [155, 155]);
  assert.deepEqual(model.heldForCombos('ann'), { kept: usdc(720), byHouse: usdc(420) });
  assert.equal(model.poolChange(), -usdc(420) - usdc(1000));
  // A budget of 10,000 leaves 500 for each outcome and each user, 100 for one, and 10,000 for all.
  model.setComboHouse({ budget: usdc(10_000), byOthers: 0n, pool: usdc(1_000_000) });
  assert.deepEqual(most('a c', 'bob'), [usdc(57.14), 'outcome']);
  assert.deepEqual(most('a:1 c', 'bob'), [usdc(35.84), 'one']);
  assert.deepEqual(most('c d'), [usdc(57.14), 'user']);
  model.setComboHouse({ budget: usdc(10_000), byOthers: usdc(9545), pool: usdc(1_000_000) });
  assert.deepEqual(most('c d', 'bob'), [usdc(25), 'all']);
  model.setComboHouse({ budget: usdc(10_000), byOthers: usdc(9600), pool: usdc(1_000_000) });
  assert.deepEqual(most('c d', 'bob'), [0n, 'all']);
  model.setComboHouse({ budget: usdc(50_000), byOthers: 0n, pool: usdc(14) });
  assert.deepEqual(most('c d', 'bob'), [usdc(10), 'pool']);
  model.setComboHouse({ budget: usdc(50_000), byOthers: 0n, pool: usdc(1_000_000) });
  // Bets and combos share the cap of 1000, and both count once they have ended.
  assert.equal(place(model, 'c d', { stake: 300 }).said, 'ok');
  const bet = { id: 'a', userId: 'ann', outcome: 0, odds: 155, now: 0 };
  const refused = model.bet({ ...bet, betId: 'x', stake: usdc(400.01) });
  assert.equal(refused.ok ? 'ok' : refused.reason, 'cap-reached');
  assert.ok(model.bet({ ...bet, betId: 'y', stake: usdc(399) }).ok);
  assert.equal(place(model, 'c pair', { stake: 1.01 }).said, 'cap-reached');
  model.takeBreak({ userId: 'ann', until: DAY, now: 0 });
  assert.equal(place(model, 'c pair', { stake: 1 }).said, 'self-excluded');
}

{
  // A void selection leaves 10 x 1.55 x 1.55 = 24.00 of 37.20; the pool gets the rest of what was kept.
  const model = fourGames();
  const { comboId } = place(model, 'a b c');
  assert.deepEqual(model.comboLegs({ id: 'a', won: [1] }), { waiting: 1, lost: 1 });
  model.end({ id: 'a', won: null, now: MINUTE });
  model.close({ id: 'b', now: MINUTE });
  model.end({ id: 'b', won: [0], now: MINUTE });
  assert.deepEqual(model.combos('ann').get(comboId), {
    result: 'open',
    paid: 0n,
    legs: ['void', 'won', null],
    returnNow: usdc(24),
  });
  assert.equal(model.heldForOutcome({ id: 'b', outcome: 0 }), 0n);
  assert.equal(model.heldForOutcome({ id: 'c', outcome: 0 }), usdc(27.2));
  // Half an hour later, 1.50 and 2.60: 1 / 1.50 of 1 / 1.50 + 1 / 2.60 is 0.634146, and 0.97 x 24 x that is 14.76.
  const now = 30 * MINUTE;
  const value = () => model.comboValue({ comboId, userId: 'ann', now });
  assert.equal(value().ok, false);
  model.setFeedOdds({ id: 'c', odds: [150, 260], pricedAt: now });
  const worth = value();
  assert.ok(worth.ok && worth.amount === usdc(14.76));
  const sell = (amount: number, userId = 'ann') => {
    const answer = model.cashOutCombo({ comboId, userId, amount: usdc(amount), now });
    return answer.ok ? 'ok' : answer.reason;
  };
  assert.equal(sell(14.77), 'odds-changed');
  assert.equal(sell(14.76, 'bob'), 'not-found');
  model.close({ id: 'c', now });
  assert.equal(sell(14.76), 'cash-out-unavailable');
  model.end({ id: 'c', won: [0], now });
  assert.deepEqual(model.combos('ann').get(comboId), {
    result: 'won',
    paid: usdc(24),
    legs: ['void', 'won', 'won'],
    returnNow: null,
  });
  assert.equal(model.balance('ann'), usdc(10_014));
  assert.deepEqual(model.heldForCombos('ann'), { kept: 0n, byHouse: 0n });
}

{
  // Lost at once; the other selection gets its result later. Too soon for a cash-out; then for less than it is worth.
  const model = fourGames();
  const lost = place(model, 'a b').comboId;
  const sold = place(model, 'c d', { now: MINUTE }).comboId;
  const early = model.comboValue({ comboId: sold, userId: 'ann', now: 2 * MINUTE - 1 });
  assert.equal(early.ok, false);
  model.close({ id: 'a', now: MINUTE });
  model.end({ id: 'a', won: [1], now: MINUTE });
  assert.deepEqual(model.combos('ann').get(lost), {
    result: 'lost',
    paid: 0n,
    legs: ['lost', null],
    returnNow: null,
  });
  for (const id of ['c', 'd']) model.setFeedOdds({ id, odds: [155, 245], pricedAt: 2 * MINUTE });
  assert.ok(model.cashOutCombo({ comboId: sold, userId: 'ann', amount: usdc(5), now: 2 * MINUTE }).ok);
  assert.equal(model.balance('ann'), usdc(9985));
  assert.equal(model.poolChange(), usdc(15) - usdc(1000));
  model.end({ id: 'b', won: null, now: MINUTE });
  assert.deepEqual(model.combos('ann').get(lost)?.legs, ['lost', 'void']);
}

{
  // The game of one selection had begun before the combo: void at once. With the other void, too, the stake comes back.
  const model = fourGames();
  const before = place(model, 'a pair:2').comboId;
  const late = place(model, 'a pair:2', { now: MINUTE }).comboId;
  model.startEarlier({ id: 'a', startedAt: MINUTE, now: 2 * MINUTE });
  assert.deepEqual(model.combos('ann').get(before)?.legs, [null, null]);
  assert.deepEqual(model.combos('ann').get(late)?.legs, ['void', null]);
  model.end({ id: 'pair', won: null, now: 3 * MINUTE });
  assert.deepEqual(model.combos('ann').get(late), {
    result: 'void',
    paid: usdc(10),
    legs: ['void', 'void'],
    returnNow: null,
  });
  model.end({ id: 'a', won: [0], now: 3 * MINUTE });
  assert.deepEqual(model.combos('ann').get(before), {
    result: 'won',
    paid: usdc(15.5),
    legs: ['won', 'void'],
    returnNow: null,
  });
  assert.equal(model.balance('ann'), usdc(10_005.5));
}
console.log('naive combos: all as worked out');
