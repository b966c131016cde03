import {
  Borders,
  CENT,
  fairChance,
  isOdds,
  item,
  largest,
  MINUTE_MS,
  refuse,
  required,
  smallest,
  sum,
} from './naive-sums.ts';
import type {
  PlainCombo,
  PlainComboLimit,
  PlainComboRefusal,
  PlainComboRule,
  PlainLeg,
  PlainModel,
  PlainRefusal,
} from './plain-books.ts';

/**
 * Combos a second time, only from docs/design/combos.md: what is kept, what the house has added and what a combo pays is
 * computed from the list of combos each time it is needed.
 */

const FRESH_MS = MINUTE_MS;
const [LEAST_LEGS, MOST_LEGS] = [2, 12];
const HIGHEST = 100_000n;
const ACCOUNT = 'combos';

/** What the books know of a market, by the clock of the question. */
interface ComboMarket {
  readonly state: 'open' | 'suspended' | 'closed' | 'settled' | 'void';
  readonly outcomes: number;
  readonly winners: number;
  readonly pricing:
    | { readonly kind: 'lmsr' }
    | { readonly kind: 'feed'; readonly odds: readonly number[]; readonly pricedAt: number };
  readonly title: string | null;
}

interface Books {
  market(id: string, now: number): ComboMarket | null;
  /** What is left of a user's daily cap. */
  capLeft(userId: string, now: number): bigint;
  isOnBreak(userId: string, now: number): boolean;
  balance(userId: string): bigint;
  postOfUser(userId: string, to: string, amount: bigint): void;
  postToUser(from: string, userId: string, amount: bigint): void;
  post(from: string, to: string, amount: bigint): void;
}

interface Leg extends PlainLeg {
  /** Hundredths. */
  readonly odds: number;
  result: 'won' | 'lost' | 'void' | null;
}

interface Combo {
  readonly comboId: string;
  readonly userId: string;
  readonly stake: bigint;
  /** T, the full return. */
  readonly kept: bigint;
  readonly placedAt: number;
  readonly legs: readonly Leg[];
  result: PlainCombo['result'];
  paid: bigint;
}

type Calls = Pick<
  PlainModel,
  | 'setComboHouse'
  | 'quoteCombo'
  | 'placeCombo'
  | 'comboValue'
  | 'cashOutCombo'
  | 'comboLegs'
  | 'combos'
  | 'heldForCombos'
  | 'heldForOutcome'
>;

interface NaiveCombos {
  readonly calls: Calls;
  /** For the daily cap, which counts the stakes of ended combos, too. */
  placed(): readonly { readonly userId: string; readonly stake: bigint; readonly placedAt: number }[];
  /** The results of a market's legs. @param won null: void */
  giveResults(marketId: string, won: readonly number[] | null): void;
  /** The game had begun at that moment. */
  voidLate(marketId: string, startedAt: number): void;
}

/** The product of odds in hundredths, rounded down once. Of no odds: 1.00. */
function productOf(odds: readonly number[]): bigint {
  const product = odds.reduce((all, each) => all * BigInt(each), 1n);
  return (product * 100n) / 100n ** BigInt(odds.length);
}

const participantsOf = (title: string): string[] =>
  title
    .toLowerCase()
    .split(/ vs | [-–—] | \/ | & /)
    .map((each) => each.trim());

const houseOf = ({ kept, stake }: Combo): bigint => kept - stake;
const isOpen = ({ result }: Combo): boolean => result === 'open';
const isOn = (leg: Leg, { id, outcome }: PlainLeg): boolean =>
  leg.result === null && leg.id === id && leg.outcome === outcome;

const no = (reason: PlainRefusal, leg: number | null = null): PlainComboRefusal => ({
  ...refuse(reason),
  leg,
  rule: null,
});
const against = (rule: PlainComboRule, leg: number | null = null): PlainComboRefusal => ({
  ...no('combo-refused', leg),
  rule,
});

export function naiveCombos(books: Books): NaiveCombos {
  const combos: Combo[] = [];
  let house = { budget: 0n, byOthers: 0n, pool: 0n };

  const byHouse = (of: (combo: Combo) => boolean): bigint =>
    sum(combos.filter((combo) => isOpen(combo) && of(combo)).map(houseOf));
  const heldForOutcome = (asked: PlainLeg): bigint =>
    byHouse(({ legs }) => legs.some((leg) => isOn(leg, asked)));

  /** Why a leg makes no combo with those before it, or its odds. */
  function decideLeg(legs: readonly PlainLeg[], place: number, now: number): number | PlainComboRefusal {
    const { id, outcome } = item(legs, place);
    const market = books.market(id, now);
    if (market === null) return no('unknown-market', place);
    if (outcome >= market.outcomes) return no('unknown-outcome', place);
    const { pricing, title } = market;
    if (pricing.kind !== 'feed' || title === null) return against('own-market', place);
    if (market.state === 'suspended') return no('market-suspended', place);
    if (market.state !== 'open') return no('market-closed', place);
    if (now - pricing.pricedAt > FRESH_MS) return no('feed-stale', place);
    const odds = item(pricing.odds, outcome);
    if (!pricing.odds.every(isOdds)) return against('one-sided', place);
    if (hasMarginBelowZero(pricing.odds, market.winners)) return against('below-zero-margin', place);
    const before = legs.slice(0, place);
    if (before.some((leg) => leg.id === id)) return against('same-game', place);
    const own = participantsOf(title);
    if (own.length < 2) return against('outright', place);
    const taken = before.flatMap((leg) => participantsOf(books.market(leg.id, now)?.title ?? ''));
    return own.some((each) => taken.includes(each)) ? against('same-participant', place) : odds;
  }

  function decideLegs(
    legs: readonly PlainLeg[],
    now: number,
  ): { odds: bigint; each: number[] } | PlainComboRefusal {
    if (legs.length < LEAST_LEGS || legs.length > MOST_LEGS)
      return { ...no('invalid-request'), rule: 'legs' };
    const each: number[] = [];
    for (const place of legs.keys()) {
      const odds = decideLeg(legs, place, now);
      if (typeof odds !== 'number') return odds;
      each.push(odds);
    }
    const odds = productOf(each);
    return odds > HIGHEST ? against('odds-too-high') : { odds, each };
  }

  /** The largest stake, what the house may still add over what it adds to one, and the limit that decides it. */
  function mostOf(
    userId: string,
    legs: readonly PlainLeg[],
    odds: bigint,
  ): { most: bigint; limit: PlainComboLimit } {
    const { budget, byOthers, pool } = house;
    const limits: readonly (readonly [PlainComboLimit, bigint])[] = [
      ['one', budget / 100n],
      ['outcome', budget / 20n - largest(legs.map(heldForOutcome))],
      ['user', budget / 20n - byHouse((combo) => combo.userId === userId)],
      ['all', budget - byOthers - byHouse(() => true)],
      ['pool', pool],
    ];
    const room = smallest(limits.map(([, amount]) => amount));
    const [limit] = required(limits.find(([, amount]) => amount === room));
    return { most: room <= 0n ? 0n : ((room * 100n) / (odds - 100n) / CENT) * CENT, limit };
  }

  const currentOf = ({ legs }: Combo): bigint =>
    productOf(legs.filter(({ result }) => result !== 'void').map(({ odds }) => odds));

  function finish(combo: Combo, result: Combo['result'], paid: bigint): void {
    books.postToUser(ACCOUNT, combo.userId, paid);
    books.post(ACCOUNT, 'pool', combo.kept - paid);
    combo.result = result;
    combo.paid = paid;
  }

  /** Gives the open legs on a market their results, and ends the combos that these decide. */
  function resolve(marketId: string, resultOf: (leg: Leg, combo: Combo) => Leg['result']): void {
    for (const combo of combos) {
      for (const leg of combo.legs) if (leg.id === marketId) leg.result ??= resultOf(leg, combo);
      const results = combo.legs.map(({ result }) => result);
      if (!isOpen(combo)) continue;
      if (results.includes('lost')) finish(combo, 'lost', 0n);
      else if (results.every((result) => result === 'void')) finish(combo, 'void', combo.stake);
      else if (!results.includes(null)) finish(combo, 'won', (combo.stake * currentOf(combo)) / 100n);
    }
  }

  /** What a combo is worth, down to the cent; null if it can't be cashed out now. */
  function worthOf(borders: Borders, combo: Combo, now: number): bigint | null {
    if (!isOpen(combo) || now - combo.placedAt < MINUTE_MS) return null;
    let [above, below] = [combo.stake * currentOf(combo) * 97n, 10_000n];
    for (const { id, outcome, result } of combo.legs) {
      if (result !== null) continue;
      const { state, pricing, winners } = required(books.market(id, now) ?? undefined);
      if (state !== 'open' || pricing.kind !== 'feed') return null;
      if (now - pricing.pricedAt > FRESH_MS || !pricing.odds.every(isOdds)) return null;
      const { own, all } = fairChance(pricing.odds, winners, outcome);
      above *= own;
      below *= all;
    }
    borders.floor(Number((above * 1000n) / below) / Number(CENT) / 1000);
    const value = (above / below / CENT) * CENT;
    return value < CENT ? null : value;
  }

  function find(comboId: string, userId: string): Combo | null {
    return combos.find((combo) => combo.comboId === comboId && combo.userId === userId) ?? null;
  }

  const calls: Calls = {
    setComboHouse(given) {
      house = given;
    },
    quoteCombo({ userId, legs, now }) {
      const decided = decideLegs(legs, now);
      if ('ok' in decided) return decided;
      const { odds } = decided;
      const left = books.capLeft(userId, now);
      const capLeft = left < 0n ? 0n : left;
      return { ok: true, odds: Number(odds), ...mostOf(userId, legs, odds), capLeft };
    },
    placeCombo({ comboId, userId, legs, stake, odds: signed, now }) {
      const decided = decideLegs(legs, now);
      if ('ok' in decided) return decided;
      const { odds, each } = decided;
      if (books.isOnBreak(userId, now)) return no('self-excluded');
      if (stake < CENT) return no('stake-too-small');
      if (BigInt(signed) > odds) return no('odds-changed');
      if (stake > mostOf(userId, legs, odds).most) return no('stake-too-large');
      if (stake > books.capLeft(userId, now)) return no('cap-reached');
      if (stake > books.balance(userId)) return no('insufficient-funds');
      const kept = (stake * odds) / 100n;
      const open = legs.map((leg, place) => ({ ...leg, odds: item(each, place), result: null }));
      combos.push({ comboId, userId, stake, kept, placedAt: now, legs: open, result: 'open', paid: 0n });
      books.postOfUser(userId, ACCOUNT, stake);
      books.post('pool', ACCOUNT, kept - stake);
      return { ok: true, near: false, odds: Number(odds), legOdds: each, payout: kept };
    },
    comboValue({ comboId, userId, now }) {
      const combo = find(comboId, userId);
      if (combo === null) return refuse('not-found');
      const borders = new Borders();
      const amount = worthOf(borders, combo, now);
      if (amount === null) return refuse('cash-out-unavailable', borders.near);
      return { ok: true, near: borders.near, amount };
    },
    cashOutCombo({ comboId, userId, amount, now }) {
      const combo = find(comboId, userId);
      if (combo === null) return refuse('not-found');
      const borders = new Borders();
      const value = worthOf(borders, combo, now);
      if (value === null) return refuse('cash-out-unavailable', borders.near);
      const near = borders.near && amount >= value && amount <= value + CENT;
      if (amount > value) return refuse('odds-changed', near);
      finish(combo, 'cashed-out', amount);
      return { ok: true, near };
    },
    comboLegs({ id, won }) {
      const legs = combos
        .filter(isOpen)
        .flatMap((combo) => combo.legs.filter((leg) => leg.id === id && leg.result === null));
      const lost = won === null ? [] : legs.filter(({ outcome }) => !won.includes(outcome));
      return { waiting: legs.length, lost: lost.length };
    },
    combos(userId) {
      const own = combos.filter((combo) => combo.userId === userId);
      return new Map(
        own.map((combo) => {
          const { comboId, result, paid } = combo;
          const returnNow = isOpen(combo) ? (combo.stake * currentOf(combo)) / 100n : null;
          return [comboId, { result, paid, legs: combo.legs.map((leg) => leg.result), returnNow }];
        }),
      );
    },
    heldForCombos(userId) {
      const own = combos.filter((combo) => isOpen(combo) && combo.userId === userId);
      return { kept: sum(own.map(({ kept }) => kept)), byHouse: sum(own.map(houseOf)) };
    },
    heldForOutcome,
  };

  return {
    calls,
    placed: () => combos,
    giveResults(marketId, won) {
      resolve(marketId, ({ outcome }) => (won === null ? 'void' : won.includes(outcome) ? 'won' : 'lost'));
    },
    voidLate(marketId, startedAt) {
      resolve(marketId, ({ result }, { placedAt }) => (placedAt >= startedAt ? 'void' : result));
    },
  };
}

/** Whether the odds promise more than a fair game would: 1 / odds sum to less than how many outcomes win. */
function hasMarginBelowZero(odds: readonly number[], winners: number): boolean {
  const product = odds.reduce((all, each) => all * BigInt(each), 1n);
  const inverse = sum(odds.map((each) => (100n * product) / BigInt(each)));
  return inverse < BigInt(winners) * product;
}
