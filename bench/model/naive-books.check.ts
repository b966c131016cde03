/** Compares the naive model with figures computed by hand or from the formulas in docs/design/pricing.md. Run with `npx tsx`. */

import assert from 'node:assert/strict';
import { naiveBooks } from './naive-books.ts';
import type { PlainModel } from './plain-books.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const usdc = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n;

let betCount = 0;
interface Order {
  readonly model: PlainModel;
  readonly userId: string;
  readonly stake: number;
  readonly outcome?: number;
  readonly odds?: number;
  readonly now?: number;
}

/** Places a bet on market `m`, at the current odds unless others are given. */
function place({ model, userId, stake, outcome = 0, odds, now = 0 }: Order) {
  betCount += 1;
  const betId = `b${betCount}`;
  const offer = model.odds({ id: 'm', outcome, stake: usdc(stake), now }).odds;
  const signed = odds ?? offer ?? 200;
  const asked = { betId, id: 'm', userId, outcome, stake: usdc(stake), odds: signed, now };
  const answer = model.bet(asked);
  return { betId, answer, said: answer.ok ? 'ok' : answer.reason };
}

function modelWith(userIds: readonly string[], funds = 1_000_000): PlainModel {
  const model = naiveBooks();
  for (const id of userIds) model.addUser({ id, funds: usdc(funds), dailyCap: usdc(1_000_000) });
  return model;
}

function evenLmsr(userIds: readonly string[]): PlainModel {
  const model = modelWith(userIds);
  model.openLmsr({ id: 'm', probabilities: [0.5, 0.5], budget: usdc(10_000), closesAt: 100 * DAY });
  return model;
}

function evenFeed(userIds: readonly string[], cap = 1000, gameCap = 1000): PlainModel {
  const model = modelWith(userIds);
  const caps = { cap: usdc(cap), gameCap: usdc(gameCap), title: 'A vs B' };
  model.openFeed({ id: 'm', winners: 1, odds: [200, 200], pricedAt: 0, ...caps, closesAt: 100 * DAY });
  return model;
}

function said(answer: { readonly ok: boolean; readonly reason?: string }): string {
  return answer.reason ?? 'ok';
}

{
  // At even odds of the feed a part is worth 0.5 x 0.97 of its return.
  const model = evenFeed(['ann', 'bob']);
  const { betId } = place({ model, userId: 'ann', stake: 100 });
  const now = 2 * MINUTE;
  const userId = 'ann';
  for (const [part, reason] of [
    [0.99, 'invalid-request'],
    [99.01, 'invalid-request'],
  ] as const)
    assert.equal(said(model.cashOutValue({ betId, part: usdc(part), now })), reason);
  const value = model.cashOutValue({ betId, part: usdc(40), now });
  assert.ok(value.ok);
  assert.equal(value.amount, usdc(38.8));
  const sell = (stake: number, of: number, amount: number) =>
    said(
      model.cashOut({ betId, userId, part: { stake: usdc(stake), of: usdc(of) }, amount: usdc(amount), now }),
    );
  assert.equal(sell(40, 99, 38.8), 'cash-out-unavailable');
  assert.equal(sell(40, 40.99, 38.8), 'invalid-request');
  assert.equal(sell(40, 100, 38.81), 'odds-changed');
  assert.equal(sell(40, 100, 38.8), 'ok');
  assert.equal(sell(40, 100, 38.8), 'cash-out-unavailable');
  assert.equal(model.balance(userId), usdc(1_000_000 - 100 + 38.8));
  const { owed, openStakes, received } = model.market({ id: 'm', now });
  assert.deepEqual([owed[0], openStakes, received], [usdc(120), usdc(60), usdc(61.2)]);
  model.close({ id: 'm', now });
  assert.ok(model.end({ id: 'm', won: [0], now }).ok);
  assert.equal(model.balance(userId), usdc(1_000_000 - 100 + 38.8 + 120));
  assert.deepEqual(
    [...model.bets(userId).values()].map(({ paid }) => paid),
    [usdc(120), usdc(38.8)],
  );
}

{
  // b = 10000 / ln 2 = 14426.95; 1 + b/A ln(2 - e^(-A/b)) is 1.9999, 1.9931 and 1.9352 for 1, 100 and 1000.
  const model = evenLmsr(['ann']);
  const oddsOf = (stake: number, outcome = 0) =>
    model.odds({ id: 'm', outcome, stake: usdc(stake), now: 0 }).odds;
  assert.deepEqual([oddsOf(1), oddsOf(100), oddsOf(1000)], [199, 199, 193]);
  // The largest stake is b ln 50 = 56438.56: a cent more has no odds.
  const most = 56_438.56;
  assert.notEqual(oddsOf(most), null);
  assert.equal(oddsOf(most + 0.01), null);
  assert.equal(place({ model, userId: 'ann', stake: most + 0.01 }).said, 'stake-too-large');

  // 1000 at 1.93 returns 1930: p becomes 1 / (1 + e^(-1930/b)) = 0.5334, so 1.87 here and 2.14 there.
  const { betId, said: answer } = place({ model, userId: 'ann', stake: 1000 });
  assert.equal(answer, 'ok');
  assert.deepEqual([oddsOf(0.01), oddsOf(1), oddsOf(1, 1)], [187, 187, 214]);
  assert.deepEqual(model.market({ id: 'm', now: 0 }), {
    state: 'open',
    owed: [usdc(1930), 0n],
    openStakes: usdc(1000),
    received: usdc(1000),
    escrow: usdc(11_000),
  });

  // Immediately afterwards it is worth what its return costs: b ln((1 + e^(1930/b)) / 2), which is below the stake.
  const b = 10_000 / Math.log(2);
  const worth = Math.floor(100 * b * Math.log((1 + Math.exp(1930 / b)) / 2)) / 100;
  assert.ok(worth < 1000 && worth > 997);
  assert.equal(said(model.cashOutValue({ betId, now: MINUTE - 1 })), 'cash-out-unavailable');
  const value = model.cashOutValue({ betId, now: MINUTE });
  assert.ok(value.ok && value.amount === usdc(worth));
  const ask = (userId: string, amount: number) =>
    said(model.cashOut({ betId, userId, amount: usdc(amount), now: MINUTE }));
  assert.equal(ask('bob', worth), 'not-found');
  assert.equal(ask('ann', worth + 0.01), 'odds-changed');
  assert.equal(ask('ann', worth - 1), 'ok');
  assert.equal(ask('ann', worth - 1), 'cash-out-unavailable');
  assert.equal(model.balance('ann'), usdc(1_000_000 - 1000 + worth - 1));
  assert.equal(oddsOf(1), 199);
}

{
  // Signed odds are the lowest accepted: 1000 gets 1.93 if lower ones are signed, and nothing at 1.94.
  const model = evenLmsr(['ann']);
  assert.equal(place({ model, userId: 'ann', stake: 1000, odds: 194 }).said, 'odds-changed');
  const { answer } = place({ model, userId: 'ann', stake: 1000, odds: 150 });
  assert.ok(answer.ok && answer.payout === usdc(1930));
  assert.equal(place({ model, userId: 'ann', stake: 1000, odds: 100 }).said, 'odds-changed');
  assert.equal(place({ model, userId: 'ann', stake: 0.001 }).said, 'stake-too-small');
  assert.equal(place({ model, userId: 'ann', stake: 1, outcome: 2 }).said, 'unknown-outcome');
}

{
  // Buy cheap, pump with partners, cash out, repeat, then void: what the escrow can't pay is refused.
  const model = evenLmsr(['ann', 'bob', 'cat']);
  let now = 0;
  const pump = (userId: string, outcome: number) => {
    for (let stake = 60_000; stake >= 1; stake = Math.floor(stake / 2)) {
      place({ model, userId, stake, outcome, now });
    }
  };
  let wasRefused = false;
  for (let round = 0; round < 20; round += 1) {
    pump('cat', 1);
    const cheap = place({ model, userId: 'ann', stake: 50, now });
    assert.equal(cheap.said, 'ok');
    pump('bob', 0);
    now += MINUTE;
    const value = model.cashOutValue({ betId: cheap.betId, now });
    if (!value.ok) {
      wasRefused = true;
      break;
    }
    assert.ok(value.amount > usdc(50));
    const paid = model.cashOut({ betId: cheap.betId, userId: 'ann', amount: value.amount, now });
    assert.ok(paid.ok);
  }
  assert.ok(wasRefused);
  const before = model.market({ id: 'm', now });
  assert.ok(before.escrow >= before.openStakes);
  const end = model.end({ id: 'm', won: null, now });
  assert.ok(end.ok && end.paid === before.openStakes && end.toPool === before.escrow - before.openStakes);
  assert.equal(model.balance('bob') + model.balance('cat'), usdc(2_000_000));
  assert.ok(model.balance('ann') > usdc(1_000_000));
  assert.ok(model.poolChange() >= -usdc(10_000));
  assert.equal(model.balance('ann') - usdc(1_000_000), -model.poolChange());
}

{
  // The feed: worst case and prices.
  const model = evenFeed(['ann'], 1000, 600);
  const bet = (stake: number, odds: number, now = 0) =>
    place({ model, userId: 'ann', stake, odds, now }).said;
  assert.equal(bet(600.01, 200), 'stake-too-large');
  assert.equal(bet(10, 201), 'odds-changed');
  assert.equal(bet(10, 200, 10 * MINUTE + 1), 'feed-stale');
  assert.equal(model.market({ id: 'm', now: 0 }).escrow, 0n);
  assert.equal(bet(100, 200), 'ok');
  assert.equal(bet(100, 150), 'ok');
  // R 200 and P 400, both at 2.00, leave 600 + 200 - 400 = 400.
  assert.equal(bet(400.01, 150), 'stake-too-large');
  assert.equal(bet(400, 200, 10 * MINUTE), 'ok');
  assert.equal(model.market({ id: 'm', now: 0 }).escrow, usdc(1600));
  model.setSuspended({ id: 'm', suspended: true });
  assert.equal(bet(1, 200), 'market-suspended');
  assert.equal(bet(1, 200, HOUR), 'feed-stale');
  model.takeBreak({ userId: 'ann', until: 2 * HOUR, now: HOUR });
  assert.equal(bet(1, 200, HOUR), 'self-excluded');
  assert.equal(bet(1, 200, 100 * DAY), 'market-closed');
}

{
  // The game may have begun before any of the bets: cash-outs remain, and the cap of 1000 must suffice.
  const model = evenFeed(['ann', 'bob', 'cat', 'dan']);
  place({ model, userId: 'ann', stake: 1000 });
  const bobs = place({ model, userId: 'bob', stake: 500, outcome: 1 }).betId;
  assert.equal(place({ model, userId: 'dan', stake: 500, now: 4 * MINUTE }).said, 'ok');
  const cats = place({ model, userId: 'cat', stake: 500, outcome: 1, now: 10 * MINUTE });
  assert.equal(cats.said, 'ok');
  model.setFeedOdds({ id: 'm', odds: [200, 0], pricedAt: 9 * HOUR });
  assert.equal(said(model.cashOutValue({ betId: bobs, now: HOUR })), 'cash-out-unavailable');
  model.setFeedOdds({ id: 'm', odds: [200, 200], pricedAt: 9 * HOUR });
  // 485 = 1000 x 0.5 x 0.97. With a start before cat's bet 3000 are owed, for 1500 and the 15 that are kept of bob's.
  assert.equal(said(model.cashOutValue({ betId: bobs, now: 9 * HOUR })), 'cash-out-unavailable');
  const { betId } = cats;
  // With the start that the feed said 3000 are owed, for 2015; with one before dan's bet 2000, for 1515.
  const value = model.cashOutValue({ betId, now: 70 * MINUTE });
  assert.ok(value.ok && value.amount === usdc(485) && value.near);
  assert.ok(model.cashOut({ betId, userId: 'cat', amount: usdc(485), now: 70 * MINUTE }).ok);
  model.startEarlier({ id: 'm', startedAt: 3 * MINUTE, now: 2 * HOUR });
  assert.deepEqual(model.market({ id: 'm', now: 2 * HOUR }), {
    state: 'closed',
    owed: [usdc(2000), usdc(1000)],
    openStakes: usdc(1500),
    received: usdc(1515),
    escrow: usdc(2515),
  });
  assert.equal(model.balance('dan'), usdc(1_000_000));
  assert.equal(said(model.close({ id: 'm', now: 2 * HOUR })), 'wrong-state');
  const end = model.end({ id: 'm', won: [0], now: 2 * HOUR });
  assert.ok(end.ok && end.paid === usdc(2000) && end.toPool === usdc(515));
  assert.equal(model.poolChange(), -usdc(485));
  assert.deepEqual([...model.bets('cat').values()], [{ result: 'cashed-out', paid: usdc(485) }]);
  assert.deepEqual([...model.bets('dan').values()], [{ result: 'void', paid: usdc(500) }]);
  assert.equal(said(model.end({ id: 'm', won: null, now: 2 * HOUR })), 'wrong-state');
}

{
  // A double chance: two of three win, so what the other winner may be owed beside it limits every stake.
  const model = modelWith(['ann', 'bob']);
  const caps = { cap: usdc(1000), gameCap: usdc(2000), title: 'A vs B' };
  model.openFeed({ id: 'm', winners: 2, odds: [150, 150, 150], pricedAt: 0, ...caps, closesAt: DAY });
  const bet = (userId: string, outcome: number, stake: number) => place({ model, userId, outcome, stake });
  // 1000 / 0.5
  assert.equal(bet('ann', 0, 2000.01).said, 'stake-too-large');
  const anns = bet('ann', 0, 800);
  assert.equal(anns.said, 'ok');
  // 1200 are owed beside it, for 800: (1000 + 800 - 1200) / 0.5.
  assert.equal(bet('bob', 1, 1200.01).said, 'stake-too-large');
  assert.equal(bet('bob', 1, 1200).said, 'ok');
  // 1200 and 1800 may be owed for 2000, which leaves nothing. Beside the third 1800 are: (1000 + 2000 - 1800) / 0.5.
  assert.equal(bet('bob', 0, 0.01).said, 'stake-too-large');
  assert.equal(bet('bob', 1, 0.01).said, 'stake-too-large');
  assert.equal(bet('bob', 2, 2400.01).said, 'stake-too-large');
  // Each of three equal outcomes wins two times out of three: 97% of 1200 x 2 / 3.
  const fair = model.cashOutValue({ betId: anns.betId, now: MINUTE });
  assert.ok(fair.ok && fair.amount === usdc(776));
  // 1 / 1.20, 1 / 1.20 and 1 / 2.03 sum to 2.1593: 97% of 120 x 2 / 1.20 / 2.1593.
  model.openFeed({ id: 'n', winners: 2, odds: [120, 120, 203], pricedAt: 0, ...caps, closesAt: DAY });
  const asked = { id: 'n', userId: 'ann', outcome: 0, stake: usdc(100), odds: 120, now: 0 };
  assert.ok(model.bet({ ...asked, betId: 'unmoved' }).ok);
  const unmoved = model.cashOutValue({ betId: 'unmoved', now: MINUTE });
  assert.ok(unmoved.ok && unmoved.amount === usdc(89.84));
  // No outcome is more than certain: 97% of 120.
  model.setFeedOdds({ id: 'n', odds: [101, 500, 500], pricedAt: MINUTE });
  const certain = model.cashOutValue({ betId: 'unmoved', now: MINUTE });
  assert.ok(certain.ok && certain.amount === usdc(116.4));
  model.close({ id: 'm', now: HOUR });
  assert.throws(() => model.end({ id: 'm', won: [0], now: HOUR }), /can't win in m/);
  const end = model.end({ id: 'm', won: [1, 0], now: HOUR });
  assert.ok(end.ok && end.paid === usdc(3000) && end.toPool === 0n);
}

{
  // Caps: the lower one applies, over the UTC day; cash-outs free none of it; a raise waits a day.
  const model = evenLmsr([]);
  model.addUser({ id: 'eve', funds: usdc(150), dailyCap: usdc(100) });
  const bet = (stake: number, now: number) => place({ model, userId: 'eve', stake, now });
  const first = bet(60, HOUR);
  assert.equal(first.said, 'ok');
  assert.equal(bet(40.01, HOUR).said, 'cap-reached');
  const value = model.cashOutValue({ betId: first.betId, now: 2 * HOUR });
  assert.ok(value.ok);
  assert.ok(model.cashOut({ betId: first.betId, userId: 'eve', amount: value.amount, now: 2 * HOUR }).ok);
  assert.equal(bet(40.01, 3 * HOUR).said, 'cap-reached');
  assert.equal(bet(40, DAY - 1).said, 'ok');
  assert.equal(bet(0.01, DAY - 1).said, 'cap-reached');
  assert.equal(bet(60, DAY).said, 'ok');
  model.setOwnCap({ userId: 'eve', cap: usdc(70), now: DAY });
  assert.equal(bet(10.01, DAY).said, 'cap-reached');
  model.setOwnCap({ userId: 'eve', cap: null, now: DAY + HOUR });
  assert.equal(bet(10.01, 2 * DAY - 1).said, 'cap-reached');
  assert.equal(bet(70.01, 2 * DAY + HOUR - 1).said, 'cap-reached');
  assert.equal(bet(70.01, 2 * DAY + HOUR).said, 'insufficient-funds');
  assert.equal(bet(100.01, 2 * DAY + HOUR).said, 'cap-reached');
}

/** A small repeatable generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

for (const seed of [1, 2, 3]) {
  const random = randomOf(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  const model = naiveBooks();
  const userIds = ['u0', 'u1', 'u2', 'u3'];
  for (const id of userIds) model.addUser({ id, funds: usdc(50_000), dailyCap: usdc(20_000) });
  const budget = usdc(1000);
  const marketIds: string[] = [];
  const own: { betId: string; userId: string; stake: bigint }[] = [];
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  /** Two of three outcomes. */
  const pair = (): number[] => {
    const loser = whole(3);
    return [0, 1, 2].filter((each) => each !== loser);
  };
  let now = 0;
  for (let step = 0; step < 2000; step += 1) {
    now += whole(3 * MINUTE);
    if (step % 80 === 0) {
      const closesAt = now + 20 * HOUR;
      model.openLmsr({ id: `l${step}`, probabilities: [0.2, 0.3, 0.5], budget, closesAt });
      const feed = {
        odds: [210, 330, 350],
        pricedAt: now,
        cap: budget,
        gameCap: usdc(700),
        title: `A${step} vs B${step}`,
      };
      model.openFeed({ id: `f${step}`, winners: 1, ...feed, closesAt });
      model.openFeed({ id: `d${step}`, winners: 2, ...feed, odds: [140, 130, 160], closesAt });
      marketIds.push(`l${step}`, `f${step}`, `d${step}`);
    }
    const id = marketIds[Math.max(0, marketIds.length - 1 - whole(4))] ?? '';
    const userId = `u${whole(4)}`;
    const dice = whole(100);
    if (dice < 65) {
      const outcome = whole(3);
      const stake = usdc(1 + whole(300));
      const odds = (model.odds({ id, outcome, stake, now }).odds ?? 300) + whole(3) - 1;
      const betId = `r${step}`;
      const answer = model.bet({ betId, id, userId, outcome, stake, odds, now });
      if (answer.ok) own.push({ betId, userId, stake });
      count(`bet ${said(answer)}`);
    } else if (dice < 85 && own.length > 0) {
      const bet = own[Math.max(0, own.length - 1 - whole(20))];
      assert.ok(bet);
      const value = model.cashOutValue({ betId: bet.betId, now });
      count(`value ${said(value)}`);
      if (value.ok) {
        assert.ok(model.cashOut({ betId: bet.betId, userId: bet.userId, amount: value.amount, now }).ok);
      }
    } else if (dice < 98 && !id.startsWith('l')) {
      const odds = id.startsWith('f')
        ? [150 + whole(200), 250 + whole(200), 300 + whole(200)]
        : [110 + whole(60), 110 + whole(60), 110 + whole(60)];
      model.setFeedOdds({ id, odds, pricedAt: now });
    } else if (dice === 98) {
      count(`close ${said(model.close({ id, now }))}`);
      count(`end ${said(model.end({ id, won: id.startsWith('d') ? pair() : [whole(3)], now }))}`);
    } else if (dice === 99) {
      if (random() < 0.5) count(`void ${said(model.end({ id, won: null, now }))}`);
      else if (!id.startsWith('l')) model.startEarlier({ id, startedAt: now - whole(HOUR), now });
    }
    const funds = userIds.map((user) => model.balance(user));
    const books = marketIds.map((market) => ({
      ...model.market({ id: market, now }),
      isDouble: market.startsWith('d'),
    }));
    const held = [...funds, ...books.map((book) => book.escrow)].reduce((a, b) => a + b, 0n);
    assert.equal(held + model.poolChange(), usdc(200_000));
    assert.ok(funds.every((amount) => amount >= 0n));
    for (const book of books) {
      const isOver = book.state === 'settled' || book.state === 'void';
      if (isOver) assert.equal(book.escrow, 0n);
      for (const need of [...book.owed, book.openStakes]) assert.ok(book.escrow >= need);
      const [a = 0n, b = 0n, c = 0n] = book.owed;
      if (book.isDouble) for (const need of [a + b, a + c, b + c]) assert.ok(book.escrow >= need);
    }
  }
  for (const user of userIds) {
    const results = model.bets(user);
    const changes = own.filter((bet) => bet.userId === user);
    const total = changes.reduce((a, { betId, stake }) => a - stake + (results.get(betId)?.paid ?? 0n), 0n);
    assert.equal(model.balance(user), usdc(50_000) + total);
  }
  assert.ok(model.poolChange() >= -budget * BigInt(marketIds.length));
  console.log(`seed ${seed}:`, Object.fromEntries([...counts].sort()));
}
console.log('naive books: all as worked out');
