import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { naiveCombos } from './naive-combos.ts';
import {
  add,
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
  toUsdc,
} from './naive-sums.ts';
import {
  type PlainAnswer,
  type PlainBet,
  type PlainModel,
  type PlainRefusal,
  partId,
} from './plain-books.ts';

/**
 * The product's money written a second time, only from the rules in docs/design: every figure is summed from the list of
 * bets and postings each time it is needed. Slow on purpose, so that no derived state can go wrong.
 */

const USDC = 1_000_000n;
const POOL_START = 10_000_000_000_000n;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Asked = Parameters<PlainModel['bet']>[0];
type Bet = Pick<Asked, 'betId' | 'id' | 'userId' | 'outcome' | 'stake'> &
  PlainBet & { readonly payout: bigint; readonly placedAt: number };

type Lmsr = { readonly kind: 'lmsr'; readonly start: readonly number[]; readonly budget: bigint };
type Feed = { readonly kind: 'feed'; odds: readonly number[]; pricedAt: number; cap: bigint; room: bigint };

interface Market {
  readonly id: string;
  readonly outcomes: number;
  /** How many of them win. */
  readonly winners: number;
  readonly closesAt: number;
  readonly pricing: Lmsr | Feed;
  /** Of its game; null for a market of the market maker. */
  readonly title: string | null;
  state: 'open' | 'suspended' | 'closed' | 'settled' | 'void';
}

/** `ownCaps`: the caps so far, in order, and perhaps a future one. */
type OwnCap = { readonly cap: bigint | null; readonly from: number };
type User = { readonly dailyCap: bigint; ownCaps: readonly OwnCap[]; breakUntil: number };

/** The open returns per outcome, the open stakes, and stakes taken minus cash-outs paid. */
function bookOf({ outcomes }: Market, bets: readonly Bet[]) {
  const open = bets.filter((bet) => bet.result === 'open');
  const kept = bets.filter((bet) => bet.result !== 'void');
  const cashedOut = bets.filter((bet) => bet.result === 'cashed-out');
  const returns = (j: number) => open.map((bet) => (bet.outcome === j ? bet.payout : 0n));
  return {
    owed: Array.from({ length: outcomes }, (_, j) => sum(returns(j))),
    openStakes: sum(open.map((bet) => bet.stake)),
    received: sum(kept.map((bet) => bet.stake)) - sum(cashedOut.map((bet) => bet.paid)),
  };
}
type Book = ReturnType<typeof bookOf>;

/** What is owed for each result, or for each in which the given outcome wins. */
const owedByResult = ({ outcomes, winners }: Market, { owed }: Book, outcome?: number): bigint[] =>
  everyResult(outcomes, winners)
    .filter((won) => outcome === undefined || won.includes(outcome))
    .map((won) => sum(won.map((j) => item(owed, j))));

/** What escrow must contain so that everyone is paid whatever the result, and also if the market is void. */
const needOf = (market: Market, book: Book): bigint =>
  largest([...owedByResult(market, book), book.openStakes]);
const worstCase = (market: Market, book: Book): bigint => largest([0n, needOf(market, book) - book.received]);

function logSumExp(values: readonly number[]): number {
  const top = Math.max(...values);
  return top + Math.log(add(values.map((value) => Math.exp(value - top))));
}

const softplus = (z: number): number => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));

/** The b of the formulas; with it, bets at the price can lose the whole budget. */
const depth = ({ start, budget }: Lmsr): number => toUsdc(budget) / Math.log(1 / Math.min(...start));

/** Cancellation in differences of b times a logarithm stays far below this. */
const noiseOf = (lmsr: Lmsr): number => 1e-12 * depth(lmsr);

const weights = (lmsr: Lmsr, { owed }: Book): number[] =>
  lmsr.start.map((p, j) => Math.log(p) + toUsdc(item(owed, j)) / depth(lmsr));

const probability = (lmsr: Lmsr, book: Book, outcome: number): number =>
  Math.exp(item(weights(lmsr, book), outcome) - logSumExp(weights(lmsr, book)));

function distance(lmsr: Lmsr, book: Book, outcome: number): number {
  const x = weights(lmsr, book);
  return item(x, outcome) - logSumExp(x.filter((_, j) => j !== outcome));
}

function lmsrOdds(lmsr: Lmsr, book: Book, outcome: number, stake: bigint): number {
  const [a, b] = [toUsdc(stake), depth(lmsr)];
  const d = distance(lmsr, book, outcome);
  const part = -Math.expm1(-a / b);
  const profit = d < -30 ? b * softplus(Math.log(part) - d) : b * Math.log1p(part * Math.exp(-d));
  return 1 + profit / a;
}

/** A stake is whole cents, so it is at most the rounded-down limit exactly when it is at most the limit. */
function doesLmsrHold(borders: Borders, lmsr: Lmsr, book: Book, outcome: number, stake: bigint): boolean {
  const limit = depth(lmsr) * Math.log(100 * (1 - probability(lmsr, book, outcome)));
  return borders.atMost(toUsdc(stake), limit, noiseOf(lmsr));
}

const isStale = (feed: Feed, now: number): boolean => now - feed.pricedAt > 10 * MINUTE_MS;

function feedMaxStake(
  market: Market,
  feed: Feed,
  asked: { outcome: number; odds: number },
  book: Book,
): bigint {
  const { outcome, odds } = asked;
  const left = feed.room + book.received - largest(owedByResult(market, book, outcome));
  return left > 0n ? ((left * 100n) / BigInt(odds - 100) / CENT) * CENT : 0n;
}

export function naiveBooks(): PlainModel {
  const users = new Map<string, User>();
  const markets = new Map<string, Market>();
  const bets: Bet[] = [];
  const postings: { readonly from: string; readonly to: string; readonly amount: bigint }[] = [];

  function balanceOf(account: string): bigint {
    const into = postings.filter((posting) => posting.to === account);
    const out = postings.filter((posting) => posting.from === account);
    return sum(into.map((posting) => posting.amount)) - sum(out.map((posting) => posting.amount));
  }

  function post(from: string, to: string, amount: bigint): void {
    if (amount < 0n) throw new Error(`a posting of ${amount} from ${from}`);
    if (from !== 'faucet' && balanceOf(from) < amount) throw new Error(`${from} cannot pay ${amount}`);
    if (amount > 0n) postings.push({ from, to, amount });
  }

  const escrowOf = (market: Market): string => `escrow:${market.id}`;
  const fundsOf = (userId: string): string => `user:${userId}`;
  const marketOf = (id: string): Market => required(markets.get(id));
  const userOf = (id: string): User => required(users.get(id));
  const betsOf = (market: Market): Bet[] => bets.filter((bet) => bet.id === market.id);
  const openBetsOf = (market: Market): Bet[] => betsOf(market).filter((bet) => bet.result === 'open');
  const isBetting = (state: Market['state']): boolean => state === 'open' || state === 'suspended';
  const stateOf = (market: Market, now: number): Market['state'] =>
    isBetting(market.state) && now >= market.closesAt ? 'closed' : market.state;

  function requireCovered(market: Market): void {
    const need = needOf(market, bookOf(market, betsOf(market)));
    if (balanceOf(escrowOf(market)) < need) throw new Error(`escrow of ${market.id} is below ${need}`);
  }

  /** A bet that ends is paid from escrow and replaced in the list. */
  function finish(bet: Bet, result: Bet['result'], paid: bigint): void {
    post(escrowOf(marketOf(bet.id)), fundsOf(bet.userId), paid);
    bets[bets.indexOf(bet)] = { ...bet, result, paid };
  }

  const ownCapOf = (user: User, now: number): bigint | null =>
    user.ownCaps.findLast((own) => own.from <= now)?.cap ?? null;

  /** What is left of the lower of the caps of a user for this day; below zero if the cap was lowered meanwhile. */
  function capLeft(userId: string, now: number): bigint {
    const day = (moment: number): number => Math.floor(moment / DAY_MS);
    const isToday = (one: { userId: string; placedAt: number }) =>
      one.userId === userId && day(one.placedAt) === day(now);
    const staked = sum([...bets, ...combos.placed()].filter(isToday).map(({ stake }) => stake));
    const { dailyCap } = userOf(userId);
    return smallest([dailyCap, ownCapOf(userOf(userId), now) ?? dailyCap]) - staked;
  }

  /** The bet as the list would have it, or why it is refused: the first reason in the agreed order. */
  function decideBet(borders: Borders, asked: Asked): Bet | PlainRefusal {
    const { betId, id, userId, outcome, stake, odds, now } = asked;
    const market = marketOf(id);
    const { pricing } = market;
    const state = stateOf(market, now);
    if (!Number.isInteger(outcome) || outcome < 0 || outcome >= market.outcomes) return 'unknown-outcome';
    if (!isBetting(state)) return 'market-closed';
    if (now < userOf(userId).breakUntil) return 'self-excluded';
    if (pricing.kind === 'feed' && isStale(pricing, now)) return 'feed-stale';
    if (state === 'suspended') return 'market-suspended';
    if (stake < CENT) return 'stake-too-small';
    const book = bookOf(market, betsOf(market));
    let price: number | undefined;
    if (pricing.kind === 'lmsr') {
      if (!doesLmsrHold(borders, pricing, book, outcome, stake)) return 'stake-too-large';
      price = borders.floor(100 * lmsrOdds(pricing, book, outcome, stake));
    } else {
      price = pricing.odds[outcome];
      // An outcome without odds takes no stake at all.
      if (!isOdds(price) || stake > feedMaxStake(market, pricing, { outcome, odds: price }, book))
        return 'stake-too-large';
    }
    // The signed odds are a minimum, and the bet gets the current odds.
    if (!isOdds(price) || !isOdds(odds) || odds > price) return 'odds-changed';
    const payout = (stake * BigInt(price)) / 100n;
    const placed = { placedAt: now, result: 'open', paid: 0n } as const;
    const bet: Bet = { betId, id, userId, outcome, stake, payout, ...placed };
    if (stake > capLeft(userId, now)) return 'cap-reached';
    return balanceOf(fundsOf(userId)) < stake ? 'insufficient-funds' : bet;
  }

  /** A bet's value at the current odds, whether or not it can be paid; zero if there is none. */
  function computeValue(borders: Borders, bet: Bet, now: number): bigint {
    const market = marketOf(bet.id);
    const { pricing } = market;
    if (pricing.kind === 'lmsr') {
      const d = distance(pricing, bookOf(market, betsOf(market)), bet.outcome);
      const value = depth(pricing) * (softplus(d) - softplus(d - toUsdc(bet.payout) / depth(pricing)));
      return Number.isFinite(value) ? BigInt(borders.floor(100 * value, 100 * noiseOf(pricing))) * CENT : 0n;
    }
    if (isStale(pricing, now) || !pricing.odds.every(isOdds)) return 0n;
    const { chance, own, all } = fairChance(pricing.odds, market.winners, bet.outcome);
    borders.floor(toUsdc(bet.payout) * chance * 97);
    return ((bet.payout * 97n * own) / (100n * all * CENT)) * CENT;
  }

  const isCashOutTime = ({ id, result, placedAt }: Bet, now: number): boolean =>
    result === 'open' && stateOf(marketOf(id), now) === 'open' && now - placedAt >= MINUTE_MS;

  /** Whether everyone else is still covered after `paid` is paid for the bet. */
  function canPay(bet: Bet, paid: bigint): boolean {
    const market = marketOf(bet.id);
    const { pricing } = market;
    const others = betsOf(market).filter((one) => one !== bet);
    const after = bookOf(market, [...others, { ...bet, result: 'cashed-out', paid }]);
    const escrow = balanceOf(escrowOf(market)) - paid;
    if (escrow < needOf(market, after)) return false;
    if (pricing.kind === 'lmsr') return true;
    if (worstCase(market, after) > pricing.room) return false;
    // The game may turn out to have begun at any moment: bets from then on are void, and cash-outs remain.
    const sold: Bet = { ...bet, result: 'cashed-out', paid };
    return others.every(({ placedAt }) => {
      const kept = others.map((one): Bet => {
        const isLate = one.result === 'open' && one.placedAt >= placedAt;
        return isLate ? { ...one, result: 'void' } : one;
      });
      return worstCase(market, bookOf(market, [...kept, sold])) <= pricing.room;
    });
  }

  /** A part may be sold of an open stake if it and what is left are a dollar or more. */
  const isPart = (stake: bigint, of: bigint): boolean => stake >= USDC && of - stake >= USDC;

  /** Makes a part of an open bet a bet of its own, at the same odds, for as long as the work takes or until it is sold. */
  function withPart<T>(bet: Bet, stake: bigint | null, work: (part: Bet) => T): T {
    if (stake === null || bet.result !== 'open') return work(bet);
    const part = {
      ...bet,
      betId: partId(bet.betId, bet.stake),
      stake,
      payout: (bet.payout * stake) / bet.stake,
    };
    const rest = { ...bet, stake: bet.stake - stake, payout: bet.payout - part.payout };
    bets[bets.indexOf(bet)] = rest;
    bets.push(part);
    const done = work(part);
    if (bets.includes(part)) {
      bets.splice(bets.indexOf(part), 1);
      bets[bets.indexOf(rest)] = bet;
    }
    return done;
  }

  function sell(bet: Bet, amount: bigint, now: number): PlainAnswer {
    const borders = new Borders();
    if (!isCashOutTime(bet, now) || amount < CENT) return refuse('cash-out-unavailable');
    const value = computeValue(borders, bet, now);
    // A cent more or less matters only if someone asks for the last of them, or if there is hardly one.
    const near = borders.near && ((amount >= value && amount <= value + CENT) || value <= CENT);
    if (value >= CENT && amount > value) return refuse('odds-changed', near);
    if (value < CENT || !canPay(bet, amount)) return refuse('cash-out-unavailable', near);
    finish(bet, 'cashed-out', amount);
    requireCovered(marketOf(bet.id));
    return { ok: true, near };
  }

  const combos = naiveCombos({
    market(id, now) {
      const market = markets.get(id);
      return market === undefined ? null : { ...market, state: stateOf(market, now) };
    },
    capLeft,
    isOnBreak: (userId, now) => now < userOf(userId).breakUntil,
    balance: (userId) => balanceOf(fundsOf(userId)),
    postOfUser: (userId, to, amount) => post(fundsOf(userId), to, amount),
    postToUser: (from, userId, amount) => post(from, fundsOf(userId), amount),
    post,
  });

  post('faucet', 'pool', POOL_START);

  return {
    ...combos.calls,
    addUser({ id, funds, dailyCap }) {
      users.set(id, { dailyCap, ownCaps: [], breakUntil: Number.NEGATIVE_INFINITY });
      post('faucet', fundsOf(id), funds);
    },
    openLmsr({ id, probabilities, budget, closesAt }) {
      const start = probabilities.map((p) => p / add(probabilities));
      if (!start.every((p) => p >= 0.01 - 1e-9)) throw new Error(`a probability of ${id} is below 0.01`);
      const pricing = { kind: 'lmsr', start, budget } as const;
      markets.set(id, {
        id,
        outcomes: start.length,
        winners: 1,
        closesAt,
        pricing,
        title: null,
        state: 'open',
      });
      post('pool', escrowOf(marketOf(id)), budget);
    },
    openFeed({ id, winners, odds, pricedAt, cap, gameCap, closesAt, title }) {
      const room = smallest([cap, gameCap]);
      const pricing: Feed = { kind: 'feed', odds, pricedAt, cap, room };
      markets.set(id, { id, outcomes: odds.length, winners, closesAt, pricing, title, state: 'open' });
    },
    setFeedOdds({ id, odds, pricedAt }) {
      const { pricing } = marketOf(id);
      if (pricing.kind === 'feed') Object.assign(pricing, { odds, pricedAt });
    },
    setSuspended({ id, suspended }) {
      const market = marketOf(id);
      if (isBetting(market.state)) market.state = suspended ? 'suspended' : 'open';
    },
    odds({ id, outcome, stake, now }) {
      const borders = new Borders();
      const market = marketOf(id);
      const { pricing } = market;
      const answer = (odds: number | null) => ({ odds, near: borders.near });
      if (stateOf(market, now) !== 'open' || stake < CENT || outcome >= market.outcomes) return answer(null);
      const book = bookOf(market, betsOf(market));
      if (pricing.kind === 'feed') {
        const offered = pricing.odds[outcome];
        if (isStale(pricing, now) || !isOdds(offered)) return answer(null);
        const most = feedMaxStake(market, pricing, { outcome, odds: offered }, book);
        return answer(stake > most ? null : offered);
      }
      if (!doesLmsrHold(borders, pricing, book, outcome, stake)) return answer(null);
      const odds = borders.floor(100 * lmsrOdds(pricing, book, outcome, stake));
      return answer(isOdds(odds) ? odds : null);
    },
    bet(asked) {
      const borders = new Borders();
      const bet = decideBet(borders, asked);
      if (typeof bet === 'string') return refuse(bet, borders.near);
      const market = marketOf(bet.id);
      const isFirst = betsOf(market).length === 0;
      if (isFirst && market.pricing.kind === 'feed') post('pool', escrowOf(market), market.pricing.cap);
      post(fundsOf(bet.userId), escrowOf(market), bet.stake);
      bets.push(bet);
      requireCovered(market);
      return { ok: true, near: borders.near, payout: bet.payout };
    },
    cashOutValue({ betId, part = null, now }) {
      const borders = new Borders();
      const bet = bets.find((one) => one.betId === betId);
      if (bet === undefined) return refuse('not-found');
      if (part !== null && bet.result === 'open' && !isPart(part, bet.stake))
        return refuse('invalid-request');
      return withPart(bet, part, (sold) => {
        if (!isCashOutTime(sold, now)) return refuse('cash-out-unavailable');
        const amount = computeValue(borders, sold, now);
        const isPayable = amount >= CENT && canPay(sold, amount);
        return isPayable
          ? { ok: true, near: borders.near, amount }
          : refuse('cash-out-unavailable', borders.near);
      });
    },
    cashOut({ betId, userId, part = null, amount, now }): PlainAnswer {
      // By what was signed, before anything is looked up.
      if (part !== null && !isPart(part.stake, part.of)) return refuse('invalid-request');
      const bet = bets.find((one) => one.betId === betId);
      if (bet === undefined || bet.userId !== userId) return refuse('not-found');
      if (part !== null && (bet.result !== 'open' || part.of !== bet.stake))
        return refuse('cash-out-unavailable');
      return withPart(bet, part === null ? null : part.stake, (sold) => sell(sold, amount, now));
    },
    close({ id, now }) {
      if (!isBetting(stateOf(marketOf(id), now))) return refuse('wrong-state');
      marketOf(id).state = 'closed';
      return { ok: true, near: false };
    },
    startEarlier({ id, startedAt }) {
      const market = marketOf(id);
      if (market.state === 'settled' || market.state === 'void') return;
      market.state = 'closed';
      const late = openBetsOf(market).filter((bet) => bet.placedAt >= startedAt);
      for (const bet of late) finish(bet, 'void', bet.stake);
      requireCovered(market);
      combos.voidLate(id, startedAt);
    },
    end({ id, won, now }) {
      const market = marketOf(id);
      const state = stateOf(market, now);
      if (state !== 'closed' && !(won === null && isBetting(state))) return refuse('wrong-state');
      if (won?.some((outcome) => outcome >= market.outcomes)) return refuse('unknown-outcome');
      if (won !== null && new Set(won).size !== market.winners) throw new Error(`${won} can't win in ${id}`);
      let paid = 0n;
      for (const bet of openBetsOf(market)) {
        const isWinner = won?.includes(bet.outcome) === true;
        const due = won === null ? bet.stake : isWinner ? bet.payout : 0n;
        finish(bet, won === null ? 'void' : isWinner ? 'won' : 'lost', due);
        paid += due;
      }
      const toPool = balanceOf(escrowOf(market));
      post(escrowOf(market), 'pool', toPool);
      market.state = won === null ? 'void' : 'settled';
      combos.giveResults(id, won);
      return { ok: true, near: false, paid, toPool };
    },
    setOwnCap({ userId, cap, now }) {
      const user = userOf(userId);
      const own = ownCapOf(user, now);
      const isRaise = own !== null && (cap === null || cap > own);
      const held = user.ownCaps.filter((one) => one.from <= now);
      user.ownCaps = [...held, { cap, from: isRaise ? now + DAY_MS : now }];
    },
    takeBreak({ userId, until }) {
      userOf(userId).breakUntil = Math.max(userOf(userId).breakUntil, until);
    },
    market({ id, now }) {
      const market = marketOf(id);
      const escrow = balanceOf(escrowOf(market));
      return { state: stateOf(market, now), ...bookOf(market, betsOf(market)), escrow };
    },
    bets(userId) {
      const own = bets.filter((bet) => bet.userId === userId);
      return new Map(own.map(({ betId, result, paid }) => [betId, { result, paid }]));
    },
    balance: (userId) => balanceOf(fundsOf(userId)),
    poolChange: () => balanceOf('pool') - POOL_START,
  };
}
