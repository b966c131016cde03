import { betMessage } from '@tallystone/core/betting/bet-message';
import { cashOutMessage, partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import type { PlacedBet, WireCashOut, WireCashOutQuote, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { encodeId } from '@tallystone/core/ids';
import type { Answer } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import type { Random } from '../random.ts';
import { signAct } from '../sign-act.ts';
import type { EarlierStart, OddsMove } from './feed-by-sql.ts';
import { Caller, type House, type Sent } from './house.ts';
import { type PlainAnswer, type PlainBet, type PlainModel, partId } from './plain-books.ts';
import { SeedCombos } from './seed-combos.ts';
import { isNear, type RoundFacts, type RunMarket, type RunUser, type Step } from './seed-facts.ts';
import type { Tally } from './tally.ts';

/** The product and the model disagree. */
export class Difference extends Error {}

/** The product's answer differs where, according to the model, the last digits decide: the seed ends without counting. */
export class TooNear extends Error {}

interface RunBet {
  readonly betId: string;
  readonly user: RunUser;
  readonly market: RunMarket;
  readonly outcome: number;
  /** Micro-USDC, micro-USDC, hundredths. */
  readonly stake: bigint;
  readonly payout: bigint;
  readonly odds: number;
  readonly placedAt: number;
  readonly sent: SentBet;
  /** The stake that was not sold in parts, micro-USDC. */
  stakeLeft: bigint;
}

/** This much of the open stake `of`, micro-USDC. */
interface Part {
  readonly stake: bigint;
  readonly of: bigint;
}

interface SentBet {
  readonly user: RunUser;
  readonly market: RunMarket;
  /** An outcome that the market doesn't have: its number of outcomes. */
  readonly outcome: number;
  readonly stake: bigint;
  readonly odds: number;
  readonly quoteId: string | null;
  readonly key: string | null;
}

interface OldQuote {
  readonly user: RunUser;
  readonly market: RunMarket;
  readonly outcome: number;
  readonly stake: bigint;
  readonly odds: number;
  /** Null once it is spent. */
  readonly quoteId: string | null;
  readonly at: number;
}

const CENT = 10_000n;
const USDC = 1_000_000n;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CASH_OUT_AFTER_MS = MINUTE_MS;
const FRESH_MS = 10 * MINUTE_MS;
/** Quotes are valid for two minutes: one older than the first value is sent as none, one younger than the second with its token. */
const QUOTE_OVER_MS = 140 * SECOND_MS;
const QUOTE_GOOD_MS = 70 * SECOND_MS;
const KEPT = 24;
const MOST_TRIES = 6;

/** Bettors at random; those who pump prices and sell; and those who buy, sell what has gained and wait for a void. */
type Crew = 'crowd' | 'pumpers' | 'voiders';

/** How often each action is tried. */
const WEIGHTS = {
  fresh: 34,
  stale: 8,
  invented: 7,
  'too-large': 4,
  'refused-market': 4,
  'odd-bet': 2,
  repeat: 3,
  'cash-out': 18,
  'odd-cash-out': 4,
  combo: 11,
  'combo-repeat': 1,
  'combo-cash-out': 5,
  'odd-combo-cash-out': 2,
  odds: 8,
  start: 9,
  close: 1.4,
  resolve: 4.5,
  void: 0.7,
  suspend: 3,
  cap: 2.5,
  break: 0.15,
  wait: 1,
};
type Kind = keyof typeof WEIGHTS;

const micro = (usdc: number): bigint => BigInt(Math.round(usdc * 1e6));
const usdcOf = (amount: bigint): number => Number(amount / CENT) / 100;

/** One seed: its users, its markets, their actions, and the model that gets the same actions. */
export class SeedRun {
  readonly seed: number;
  readonly random: Random;
  readonly model: PlainModel;
  readonly users: RunUser[] = [];
  markets: RunMarket[] = [];
  /** Also sold parts, by `partId`. */
  readonly betsById = new Map<string, RunBet>();
  readonly bets: RunBet[] = [];
  readonly endings = new Map<string, PlainBet>();
  balances = new Map<string, bigint>();
  poolChange = 0n;
  readonly combos: SeedCombos;
  step = 0;
  /** The current action, for the reader of a difference. */
  doing = '';
  readonly #quotes: OldQuote[] = [];
  readonly #house: House;
  readonly #caller: Caller;
  readonly #tally: Tally;
  readonly #crew: Crew;
  #favourite = 0;
  #keys = 0;

  constructor(given: { seed: number; random: Random; model: PlainModel; house: House; tally: Tally }) {
    this.seed = given.seed;
    this.random = given.random;
    this.model = given.model;
    this.#house = given.house;
    this.#tally = given.tally;
    this.#caller = new Caller(given.house, given.tally);
    this.combos = new SeedCombos(this, {
      house: given.house,
      caller: this.#caller,
      tally: given.tally,
      newKey: () => this.#newKey(),
      moveOdds: (market, now) => this.#moveOdds(market, now),
      compare: (what, answer, said) => this.#compare(what, answer, said),
      takeOver: (near) => this.#takeOver(near),
    });
    this.#crew = this.random.pick(['crowd', 'crowd', 'pumpers', 'voiders']);
  }

  close(): void {
    this.#caller.close();
  }

  /** New odds for markets whose last ones get old, as a live feed confirms them; some are left to age. */
  confirmOdds({ now }: RoundFacts): OddsMove[] {
    return (
      this.#open('feed')
        // Games for combos are confirmed when there is a combo.
        .filter(
          (market) => !market.isSide && now - market.pricedAt > 3 * MINUTE_MS && this.random.chance(0.45),
        )
        .map((market) => this.#moveOdds(market, now))
    );
  }

  plan(round: RoundFacts): Step {
    this.step += 1;
    const wait: Step = { kind: 'call', run: async () => this.#tally.add('op: nothing, time passes') };
    // If the action is impossible now, bet instead.
    return this.#planned(round, this.#pickKind(round)) ?? this.#planned(round, 'fresh') ?? wait;
  }

  #planned(round: RoundFacts, kind: Kind): Step | null {
    const call = (run: () => Promise<void>): Step => ({ kind: 'call', run });
    const { random } = this;
    switch (kind) {
      case 'fresh': {
        const order = this.#order(round, this.#betting(round));
        return order === null ? null : call(() => this.#betAtQuote(round, order));
      }
      case 'stale': {
        const old = this.#quotes.length === 0 ? null : random.pick(this.#quotes);
        if (old === null || this.#isNearFor(round, old.user, old.market)) return null;
        const age = round.now - old.at;
        // Whether the token is still valid must not depend on a second more.
        if (age > QUOTE_GOOD_MS - (round.latest - round.now) && age < QUOTE_OVER_MS) return null;
        return call(() => this.#betAtOldQuote(round, old, age < QUOTE_GOOD_MS));
      }
      case 'invented': {
        const order = this.#order(round, this.#betting(round));
        return order === null ? null : call(() => this.#betAtInvented(round, order));
      }
      case 'too-large': {
        const order = this.#order(round, this.#betting(round));
        return order === null ? null : call(() => this.#betTooMuch(round, order));
      }
      case 'refused-market': {
        const main = this.markets.filter((market) => !market.isSide);
        const markets = main.filter((market) => this.#stateOf(market, round.now) !== 'open');
        const order = this.#order(round, markets);
        return order === null ? null : call(() => this.#betAtInvented(round, order));
      }
      case 'odd-bet': {
        const order = this.#order(round, this.#betting(round));
        return order === null ? null : call(() => this.#betOddly(round, order));
      }
      case 'repeat': {
        const bet = this.bets.length === 0 ? null : random.pick(this.bets.slice(-KEPT));
        return bet === null ? null : call(() => this.#repeatBet(bet));
      }
      case 'cash-out': {
        const bet = this.#pickOpenBet(round);
        return bet === null ? null : call(() => this.#cashOut(round, bet));
      }
      case 'odd-cash-out': {
        const bet = this.#pickOddBet(round);
        return bet === null ? null : call(() => this.#cashOutOddly(round, bet));
      }
      case 'combo':
        return this.combos.planPlacing(round);
      case 'combo-repeat':
        return this.combos.planRepeat();
      case 'combo-cash-out':
        return this.combos.planSale(round);
      case 'odd-combo-cash-out':
        return this.combos.planOddSale(round);
      case 'odds': {
        // Those of games for combos move with each combo.
        const market = this.#pick(this.#open('feed').filter(({ isSide }) => !isSide || random.chance(0.2)));
        if (market === null) return null;
        this.#tally.add('op: odds of the feed move');
        return { kind: 'move-odds', move: this.#moveOdds(market, round.now) };
      }
      case 'start': {
        const open = this.markets.filter((market) => market.kind === 'feed' && !market.hasEnded);
        const market = this.#pick(open.filter((each) => !isNear(round, [each.closesAt])));
        if (!round.mayStartEarlier || market === null) return null;
        return { kind: 'start-earlier', start: this.#startEarlier(market, round.now) };
      }
      case 'close':
      case 'resolve':
      case 'void':
      case 'suspend': {
        const going = this.markets.filter((each) => !each.hasEnded && this.#isWorthEnding(each));
        const withSide = kind !== 'suspend' || random.chance(0.4);
        const market = this.#pick(
          going.filter((each) => (withSide || !each.isSide) && !isNear(round, [each.closesAt])),
        );
        if (market === null) return null;
        if (kind === 'suspend') return call(() => this.#suspend(round, market));
        if (kind === 'close') {
          // A market that follows a game closes only with its game.
          return market.kind === 'lmsr' ? call(() => this.#close(round, market)) : null;
        }
        if (kind === 'void') return call(() => this.end({ now: round.now, isLast: false }, market, null));
        const closed = this.#pick(going.filter((each) => this.#stateOf(each, round.now) === 'closed'));
        const chosen = closed ?? (random.chance(0.35) ? market : null);
        if (chosen === null || isNear(round, [chosen.closesAt])) return null;
        return call(() => this.end({ now: round.now, isLast: false }, chosen, this.#winnersOf(chosen)));
      }
      case 'cap': {
        const user = this.#pick(this.users.filter((each) => each.setsLimits));
        if (user === null || isNear(round, [user.raise?.from ?? 0])) return null;
        return call(() => this.#setOwnCap(round, user));
      }
      case 'break': {
        const user = this.#pick(this.users.filter((each) => each.setsLimits));
        if (user === null || isNear(round, [user.blockedUntil])) return null;
        return call(() => this.#takeBreak(round, user));
      }
      case 'wait':
        return call(async () => this.#tally.add('op: nothing, time passes'));
    }
  }

  // ---- choosing actions ----------------------------------------------------------------------------------

  #pickKind({ withCrash }: RoundFacts): Kind {
    const sells = this.#crew === 'crowd' ? 1 : 1.6;
    const weights = { ...WEIGHTS, 'cash-out': sells * WEIGHTS['cash-out'] };
    if (this.#crew === 'voiders') weights.void *= 2;
    // There are few kills, and each should meet combos at different steps.
    if (withCrash) weights.combo *= 4;
    // The keys of exactly that record.
    const kinds = Object.keys(weights) as Kind[];
    let at = this.random.unit() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    for (const kind of kinds) {
      at -= weights[kind];
      if (at < 0) return kind;
    }
    return 'wait';
  }

  #pick<T>(choices: readonly T[]): T | null {
    return choices.length === 0 ? null : this.random.pick(choices);
  }

  #stateOf(market: RunMarket, now: number): string {
    return this.model.market({ id: market.id, now }).state;
  }

  #open(kind: RunMarket['kind']): RunMarket[] {
    return this.markets.filter((market) => market.kind === kind && !market.hasEnded && !market.isClosed);
  }

  #betting({ now }: RoundFacts): RunMarket[] {
    const withSide = this.random.chance(0.15);
    return this.markets.filter(
      (market) => !market.hasEnded && (withSide || !market.isSide) && this.#stateOf(market, now) === 'open',
    );
  }

  #isNearFor(round: RoundFacts, user: RunUser, market: RunMarket): boolean {
    const midnight = Math.ceil(round.now / DAY_MS) * DAY_MS;
    const moments = [market.closesAt, midnight, midnight - DAY_MS, user.blockedUntil, user.raise?.from ?? 0];
    if (market.kind === 'feed') moments.push(market.pricedAt + FRESH_MS);
    return isNear(round, moments);
  }

  #order(round: RoundFacts, markets: readonly RunMarket[]): Omit<SentBet, 'odds' | 'quoteId' | 'key'> | null {
    const { random } = this;
    const market = this.#pick(markets);
    const user = random.pick(this.users);
    if (market === null || this.#isNearFor(round, user, market)) return null;
    const count = market.outcomeIds.length;
    if (random.chance(0.15)) this.#favourite = random.between(0, 4);
    const follows = this.#crew !== 'crowd' && random.chance(0.75);
    const outcome = follows ? this.#favourite % count : random.between(0, count - 1);
    return { user, market, outcome, stake: this.#stake(user, market) };
  }

  /** Whole cents: of the user's funds, or of what the market can take. */
  #stake(user: RunUser, market: RunMarket): bigint {
    const { random } = this;
    const balance = Number(this.balances.get(user.id) ?? 0n);
    const greed = this.#crew === 'crowd' ? random.unit() ** 3 : random.unit();
    const most = random.pick([balance, Number(market.budget), Math.min(balance, Number(market.budget)), 2e7]);
    const cents = BigInt(Math.floor((most * greed) / Number(CENT)));
    return (cents < 1n ? 1n : cents) * CENT;
  }

  /** In any order. */
  #winnersOf({ outcomeIds, winners }: RunMarket): number[] {
    const won = this.random.pick(everyResult(outcomeIds.length, winners));
    return this.random.chance(0.5) ? won : won.toReversed();
  }

  // ---- bets ------------------------------------------------------------------------------------------

  async #betAtQuote(round: RoundFacts, order: Omit<SentBet, 'odds' | 'quoteId' | 'key'>): Promise<void> {
    this.#tally.add('op: bet at its quote');
    const quote = await this.#quote(round, order);
    if (quote === null) return;
    // Some only look, and come back later.
    if (this.random.chance(0.12)) return;
    await this.#bet(round, {
      ...order,
      odds: this.random.chance(0.5) ? quote.lowest : quote.odds,
      quoteId: quote.quoteId,
      key: this.random.chance(0.7) ? this.#newKey() : null,
    });
  }

  async #betAtOldQuote(round: RoundFacts, old: OldQuote, withToken: boolean): Promise<void> {
    this.#tally.add(withToken ? 'op: bet at an older quote' : 'op: bet at odds of long ago');
    const { user, market, outcome, stake, odds } = old;
    const quoteId = withToken ? old.quoteId : null;
    await this.#bet(round, { user, market, outcome, stake, odds, quoteId, key: this.#newKey() });
  }

  async #betAtInvented(round: RoundFacts, order: Omit<SentBet, 'odds' | 'quoteId' | 'key'>): Promise<void> {
    this.#tally.add('op: bet at chosen odds');
    const { random } = this;
    const { odds } = this.model.odds({
      id: order.market.id,
      outcome: order.outcome,
      stake: order.stake,
      now: round.now,
    });
    const around = odds ?? random.between(101, 400);
    const invented = random.chance(0.15)
      ? random.between(101, 100_000)
      : Math.round(around * (0.96 + 0.07 * random.unit())) + random.between(-2, 2);
    const bounded = Math.min(100_000, Math.max(101, invented));
    await this.#bet(round, { ...order, odds: bounded, quoteId: null, key: this.#newKey() });
  }

  async #betTooMuch(round: RoundFacts, order: Omit<SentBet, 'odds' | 'quoteId' | 'key'>): Promise<void> {
    this.#tally.add('op: bet with a very large stake');
    const { random } = this;
    const times = BigInt(random.between(1, 12));
    const atLimit = order.market.kind === 'feed' && random.chance(0.7);
    const stake = atLimit
      ? this.#largestStake(order, round.now) + CENT * BigInt(random.between(0, 1))
      : ((order.market.budget * times) / CENT / 2n) * CENT;
    const whole = { ...order, stake: stake < CENT ? CENT : stake };
    const quote = await this.#quote(round, whole);
    const odds = quote?.odds ?? random.between(101, 300);
    await this.#bet(round, { ...whole, odds, quoteId: quote?.quoteId ?? null, key: this.#newKey() });
  }

  /** The largest stake that has odds by the model: a cent more has none. Only the feed's are exact. */
  #largestStake({ market, outcome }: Pick<SentBet, 'market' | 'outcome'>, now: number): bigint {
    let low = 0n;
    // The lowest odds are 1.01, and what was received may add to the cap.
    let high = (1000n * market.budget) / CENT;
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      const { odds } = this.model.odds({ id: market.id, outcome, stake: middle * CENT, now });
      if (odds === null) high = middle - 1n;
      else low = middle;
    }
    return low * CENT;
  }

  /** An unknown outcome, or a stake of zero. */
  async #betOddly(round: RoundFacts, order: Omit<SentBet, 'odds' | 'quoteId' | 'key'>): Promise<void> {
    this.#tally.add('op: bet on nothing, or with nothing');
    const sent = { ...order, odds: 150, quoteId: null, key: this.#newKey() };
    const { user, market } = order;
    const isFresh = market.kind === 'lmsr' || round.now - market.pricedAt < FRESH_MS;
    if (this.random.chance(0.5) && isFresh && user.blockedUntil < round.now) {
      await this.#bet(round, { ...sent, stake: 0n });
    } else await this.#bet(round, { ...sent, outcome: market.outcomeIds.length });
  }

  async #quote(
    round: RoundFacts,
    { user, market, outcome, stake }: Omit<SentBet, 'odds' | 'quoteId' | 'key'>,
  ): Promise<{ odds: number; lowest: number; quoteId: string } | null> {
    const asked = `outcomeId=${market.outcomeIds[outcome]}&amount=${usdcOf(stake)}`;
    this.doing = `quote ${market.id} ${asked}`;
    const path = `/api/markets/${market.id}/quote?${asked}`;
    const { answer } = await this.#caller.send(httpRequest({ path, token: user.token }));
    const quoted = answer.status === 200 ? (parsed(answer) as WireQuote) : null;
    const odds = quoted === null ? null : Math.round(quoted.odds * 100);
    const said = this.model.odds({ id: market.id, outcome, stake, now: round.now });
    this.#tally.add('quotes compared');
    if (said.odds !== odds && !this.#takeOver(said.near)) {
      throw this.#differs(`odds of ${usdcOf(stake)}`, odds ?? text(answer), said);
    }
    if (quoted === null || odds === null || quoted.quoteId === undefined) return null;
    const { quoteId } = quoted;
    this.#quotes.push({ user, market, outcome, stake, odds, quoteId, at: round.now });
    if (this.#quotes.length > KEPT) this.#quotes.shift();
    return { odds, lowest: Math.round((quoted.minOdds ?? quoted.odds) * 100), quoteId };
  }

  async #bet(round: RoundFacts, sent: SentBet): Promise<void> {
    const { user, market, outcome, stake, odds, quoteId } = sent;
    this.doing = `bet of ${usdcOf(stake)} on outcome ${outcome} of ${market.id} at ${odds / 100}`;
    const { answer, wasResent } = await this.#caller.send(this.#betRequest(sent));
    const placed = answer.status === 200 ? (parsed(answer) as PlacedBet) : null;
    const placedAt = placed === null ? round.now : Date.parse(placed.placedAt);
    if (wasResent && placed !== null) {
      const isOld = placedAt < this.#house.upSince();
      this.#tally.add(
        isOld ? 'sent again: bet was booked before the kill' : 'sent again: bet was not booked',
      );
    }
    const betId = placed?.id ?? 'refused';
    const said = this.model.bet({
      betId,
      id: market.id,
      userId: user.id,
      outcome,
      stake,
      odds,
      now: placedAt,
    });
    this.#compare('bet', answer, said);
    if (placed === null || !said.ok) return;
    // A quote is spent once: anyone who sends it again gets this bet's answer.
    for (const [place, old] of this.#quotes.entries()) {
      if (old.quoteId === quoteId) this.#quotes.splice(place, 1, { ...old, quoteId: null });
    }
    const payout = micro(placed.totalReturn);
    if (payout !== said.payout) {
      if (this.#takeOver(said.near)) throw new TooNear(`payout of seed ${this.seed} at step ${this.step}`);
      throw this.#differs('payout', payout, said.payout);
    }
    const bet: RunBet = {
      betId,
      user,
      market,
      outcome,
      stake,
      payout,
      odds,
      placedAt,
      sent,
      stakeLeft: stake,
    };
    if (market.winners === 2) this.#tally.add('bets on markets of which two outcomes win');
    if (market.isOneSided) this.#tally.add('bets on markets with odds on one side');
    this.bets.push(bet);
    this.betsById.set(betId, bet);
    if (
      user.raise !== null &&
      placedAt >= user.raise.from &&
      this.#stakedToday(user, placedAt) > user.raise.before
    )
      this.#tally.add('bets beyond the cap before a raise');
    if (this.random.chance(0.04)) await this.#repeatBet(bet);
  }

  #stakedToday(user: RunUser, now: number): number {
    const day = Math.floor(now / DAY_MS);
    return this.bets
      .filter((bet) => bet.user === user && Math.floor(bet.placedAt / DAY_MS) === day)
      .reduce((sum, bet) => sum + Number(bet.stake), 0);
  }

  /** The same again gets the first answer; the same key with other terms is refused. */
  async #repeatBet({ sent, betId }: RunBet): Promise<void> {
    const { random } = this;
    const { key, quoteId } = sent;
    this.doing = `repeat of ${betId}`;
    const isOther = key !== null && random.chance(0.3);
    const again: SentBet = isOther
      ? { ...sent, stake: sent.stake + CENT, quoteId: null }
      : quoteId !== null && random.chance(0.3)
        ? { ...sent, key: this.#newKey() }
        : sent;
    const { answer } = await this.#caller.send(this.#betRequest(again));
    this.#tally.add(isOther ? 'repeats with other terms under the same key' : 'repeats');
    if (isOther) {
      if (codeOf(answer) !== 'already-placed') throw this.#differs('repeat', text(answer), 'already-placed');
      return;
    }
    const first = answer.status === 200 ? (parsed(answer) as PlacedBet).id : text(answer);
    if (first !== betId) throw this.#differs('repeat', first, betId);
  }

  #betRequest({ user, market, outcome, stake, odds, quoteId, key }: SentBet): Buffer {
    const outcomeId = market.outcomeIds[outcome] ?? `o_${'z'.repeat(20)}`;
    const [amount, decimal] = [usdcOf(stake), odds / 100];
    const signature = user.wallet.sign(
      betMessage({ amount: String(amount), outcomeId, odds: String(decimal) }),
    );
    return httpRequest({
      method: 'POST',
      path: '/api/bets',
      token: user.token,
      headers: key === null ? {} : { 'idempotency-key': key },
      json: {
        publicKey: user.wallet.address,
        marketId: market.id,
        outcomeId,
        amount,
        odds: decimal,
        signature,
        ...(quoteId !== null && { quoteId }),
      },
    });
  }

  #newKey(): string {
    this.#keys += 1;
    return `${this.seed}-${this.#keys}`;
  }

  // ---- cash-outs ---------------------------------------------------------------------------------------

  #pickOpenBet(round: RoundFacts): RunBet | null {
    const open = this.bets.filter((bet) => !bet.market.hasEnded && !this.endings.has(bet.betId));
    const bet = this.#pick(open);
    return bet === null || this.#isNearForSale(round, bet) ? null : bet;
  }

  /** One of the last bets, or one that has ended. */
  #pickOddBet(round: RoundFacts): RunBet | null {
    const bet = this.random.chance(0.6) ? this.bets.at(-1) : this.#pick(this.bets.slice(-KEPT));
    return bet === undefined || bet === null || this.#isNearForSale(round, bet) ? null : bet;
  }

  #isNearForSale(round: RoundFacts, { market, placedAt }: RunBet): boolean {
    const moments = [market.closesAt, placedAt + CASH_OUT_AFTER_MS];
    if (market.kind === 'feed') {
      moments.push(market.pricedAt + FRESH_MS);
      // The stakes of the last hour cover no cash-out.
      for (const bet of this.bets) if (bet.market === market) moments.push(bet.placedAt + HOUR_MS);
    }
    return isNear(round, moments);
  }

  async #cashOut(round: RoundFacts, bet: RunBet): Promise<void> {
    const part = this.#part(bet);
    this.doing = `cash-out of ${part === null ? 'all' : usdcOf(part.stake)} of ${bet.betId}`;
    const asked = part === null ? '' : `?stake=${usdcOf(part.stake)}`;
    const path = `/api/bets/${bet.betId}/cash-out${asked}`;
    const { answer } = await this.#caller.send(httpRequest({ path, token: bet.user.token }));
    const said = this.model.cashOutValue({ betId: bet.betId, part: part?.stake ?? null, now: round.now });
    this.#tally.add('values compared');
    if (answer.status !== 200) {
      if (said.ok || said.reason !== codeOf(answer))
        throw this.#differs('value of a bet', text(answer), said);
      this.#tally.add('parts that are too small or too large');
      await this.#sell(round, bet, { user: bet.user, part, amount: bet.stake });
      return;
    }
    const quoted = parsed(answer) as WireCashOutQuote;
    const offered = quoted.amount === null ? null : micro(quoted.amount);
    if (micro(quoted.openStake) !== bet.stakeLeft)
      throw this.#differs('open stake', quoted.openStake, bet.stakeLeft);
    const sell = (amount: bigint, user = bet.user) => this.#sell(round, bet, { user, part, amount });
    const expected = said.ok ? said.amount : null;
    if (offered !== expected && !this.#takeOver(said.near)) {
      throw this.#differs('value of a bet', quoted.amount ?? quoted.reason, said);
    }
    if (offered === null) {
      if (quoted.why?.code === 'cash-out-not-covered')
        this.#tally.add(`cash-outs not covered: ${bet.market.kind}`);
      if (this.random.chance(0.3)) await sell(bet.stake);
      return;
    }
    const { random } = this;
    const way = random.unit();
    if (way < 0.72) await sell(offered);
    else if (way < 0.86) await sell(BigInt(random.between(1, Number(offered / CENT))) * CENT);
    else if (way < 0.97) await sell(offered + BigInt(random.pick([1, 1, 5, 100])) * CENT);
    else await sell(offered, this.#another(bet.user));
  }

  /** All that is open of a bet, or a part of it, which may be too small or leave too little. */
  #part({ stakeLeft }: RunBet): Part | null {
    const { random } = this;
    const cents = Number(stakeLeft / CENT);
    if (cents < 2 || random.chance(0.6)) return null;
    const most = random.chance(0.2) ? Math.min(cents - 1, 300) : cents - 1;
    return { stake: BigInt(random.between(1, most)) * CENT, of: stakeLeft };
  }

  /** Without asking for its value: too soon, ended, or another user's. */
  async #cashOutOddly(round: RoundFacts, bet: RunBet): Promise<void> {
    const user = this.random.chance(0.25) ? this.#another(bet.user) : bet.user;
    const ended = this.endings.get(bet.betId);
    // For the same amount again it is a repeat, which gets the first answer.
    const amount = ended !== undefined && ended.paid === bet.stake ? bet.stake + CENT : bet.stake;
    // A part of an open stake that the bet doesn't have, and never had.
    const part = this.random.chance(0.3) ? { stake: 2n * USDC, of: bet.stakeLeft + CENT } : null;
    await this.#sell(round, bet, { user, part, amount });
  }

  #another(user: RunUser): RunUser {
    return this.users.find((each) => each !== user) ?? user;
  }

  async #sell(
    round: RoundFacts,
    bet: RunBet,
    sale: { user: RunUser; part: Part | null; amount: bigint },
  ): Promise<void> {
    const { betId } = bet;
    const { user, part, amount } = sale;
    this.doing = `cash-out of ${part === null ? 'all' : usdcOf(part.stake)} of ${betId} for ${usdcOf(amount)}`;
    this.#tally.add('op: cash-out');
    const request = this.#saleRequest(betId, sale);
    const { answer, wasResent } = await this.#caller.send(request);
    const sold = answer.status === 200 ? (parsed(answer) as WireCashOut) : null;
    const now = sold === null ? round.now : Date.parse(sold.endedAt ?? '');
    if (wasResent && sold !== null && now < this.#house.upSince())
      this.#tally.add('sent again: cash-out was booked before the kill');
    const said = this.model.cashOut({ betId, userId: user.id, part, amount, now });
    this.#compare(part === null ? 'cash-out' : 'cash-out of a part', answer, said);
    if (sold === null) return;
    if (part !== null) {
      bet.stakeLeft -= part.stake;
      const id = partId(betId, part.of);
      this.betsById.set(id, { ...bet, betId: id });
    }
    if (bet.market.winners === 2) this.#tally.add('cash-outs on markets of which two outcomes win');
    if (micro(sold.amount) !== amount) throw this.#differs('cash-out', sold.amount, amount);
    if (this.random.chance(0.1)) {
      const again = await this.#caller.send(request);
      this.#tally.add('repeats of a cash-out');
      if (text(again.answer) !== text(answer))
        throw this.#differs('repeat', text(again.answer), text(answer));
    }
  }

  #saleRequest(
    betId: string,
    { user, part, amount }: { user: RunUser; part: Part | null; amount: bigint },
  ): Buffer {
    const usdc = usdcOf(amount);
    const sold = part === null ? null : { stake: usdcOf(part.stake), of: usdcOf(part.of) };
    const signed = { betId, amount: String(usdc) };
    const message =
      sold === null
        ? cashOutMessage(signed)
        : partialCashOutMessage({ ...signed, stake: String(sold.stake), of: String(sold.of) });
    const json = { amount: usdc, ...(sold !== null && { part: sold }), signature: user.wallet.sign(message) };
    return httpRequest({ method: 'POST', path: `/api/bets/${betId}/cash-out`, token: user.token, json });
  }

  // ---- markets -----------------------------------------------------------------------------------------

  #moveOdds(market: RunMarket, now: number): OddsMove {
    const { random } = this;
    if (random.chance(0.75)) {
      market.chances = market.chances.map((chance) =>
        Math.max(0.004, chance * Math.exp(0.3 * random.normal())),
      );
      // Only games for combos ever promise more than a fair game would: no combo takes them.
      const isGenerous = market.isSide && random.chance(0.08);
      market.odds = feedOdds(market, isGenerous ? -0.02 : random.pick([0.02, 0.05, 0.08]));
    }
    market.pricedAt = now;
    this.model.setFeedOdds({ id: market.id, odds: market.odds, pricedAt: now });
    const { id, winners, isOneSided, odds } = market;
    return { id, winners, isOneSided, odds, pricedAt: now };
  }

  #startEarlier(market: RunMarket, now: number): EarlierStart {
    const { random } = this;
    this.#tally.add('op: game began earlier');
    const bets = this.bets.filter((bet) => bet.market === market);
    const placed = [...bets, ...this.combos.openOn(market)].map((each) => each.placedAt);
    const first = placed.length === 0 ? now - HOUR_MS : random.pick(placed);
    const planned = Math.min(first, now, market.closesAt) - 2;
    // Never at exactly the time of a bet, and some bets may be before it.
    const startedAt = planned - random.pick([0, 1, 30 * SECOND_MS, 10 * MINUTE_MS]);
    const late = this.bets.filter(
      (bet) => bet.market === market && bet.placedAt >= startedAt && !this.endings.has(bet.betId),
    );
    if (late.length > 0) this.#tally.add('late starts with bets to give back');
    this.#tally.add('late refunds', late.length);
    this.combos.countLate(market, startedAt);
    this.doing = `${market.id} began at ${startedAt}`;
    market.isClosed = true;
    this.model.startEarlier({ id: market.id, startedAt, now });
    return { id: market.id, startedAt };
  }

  async #suspend({ now }: RoundFacts, market: RunMarket): Promise<void> {
    const action = market.isDisabled ? 'enable' : 'disable';
    this.doing = `${action} ${market.id}`;
    this.#tally.add(`op: ${action}`);
    const isBetting = ['open', 'suspended'].includes(this.#stateOf(market, now));
    const isDone = await this.#bulk(action, market);
    if (isDone !== null && isDone !== isBetting) throw this.#differs(action, isDone, isBetting);
    if (!isBetting) return;
    market.isDisabled = !market.isDisabled;
    this.model.setSuspended({ id: market.id, suspended: market.isDisabled });
  }

  async #close({ now }: RoundFacts, market: RunMarket): Promise<void> {
    this.doing = `close ${market.id}`;
    this.#tally.add('op: close now');
    const isDone = await this.#bulk('close', market);
    const said = this.model.close({ id: market.id, now });
    if (isDone !== null && isDone !== said.ok) throw this.#differs('close', isDone, said);
    this.#tally.add(said.ok ? 'closed by an admin' : 'close refused');
    market.isClosed = true;
  }

  /** @returns null if nothing was left to do after a kill: the states are compared after the round */
  async #bulk(action: string, { id }: RunMarket): Promise<boolean | null> {
    const json = action === 'close' ? await this.#caller.closing(id) : { ids: [id], action };
    const { answer, wasResent } = await this.#caller.admin('POST', '/api/admin/markets/bulk', json);
    if (answer.status !== 200) throw this.#differs(action, text(answer), 'an answer');
    const { done } = parsed(answer) as { done: string[] };
    return done.length === 0 && wasResent ? null : done.length > 0;
  }

  /**
   * @param isLast the seed ends all of its markets, so combos of those before may still be about to end
   * @param won the winners; null: void
   */
  async end(
    { now, isLast }: { now: number; isLast: boolean },
    market: RunMarket,
    won: readonly number[] | null,
  ): Promise<void> {
    this.doing = `end of ${market.id} as ${won ?? 'void'}`;
    this.#tally.add(
      won === null ? 'op: void' : won.length > 1 ? 'op: resolve with two winners' : 'op: resolve',
    );
    const path = `/api/admin/markets/${market.id}/${won === null ? 'void' : 'resolve'}`;
    const asked = won === null ? { reason: 'No result.' } : resultOf(market, won);
    let sent = await this.#caller.admin('POST', path, { ...asked, dryRun: true });
    let rehearsal = rehearsalOf(sent.answer);
    for (let tries = 0; rehearsal !== null && tries < MOST_TRIES; tries++) {
      const signed = await this.#caller.signAsAdmin({ kind: 'approve-result', rehearsal });
      sent = await this.#caller.admin('POST', path, { ...asked, hash: rehearsal.hash, signed });
      // Its state was written between the two, as happens every second: it has a new version.
      if (codeOf(sent.answer) !== 'rehearsal-changed') break;
      this.#tally.add('rehearsals that changed');
      rehearsal = rehearsalOf(sent.answer);
    }
    const isDone = sent.answer.status === 200 || (sent.wasResent && (await this.#isProposed(market, sent)));
    const before = this.model.market({ id: market.id, now });
    const legs = this.model.comboLegs({ id: market.id, won });
    const said = this.model.end({ id: market.id, won, now });
    if (isDone !== said.ok || (!said.ok && codeOf(sent.answer) !== said.reason)) {
      throw this.#differs('end', text(sent.answer), said);
    }
    if (!said.ok) {
      this.#tally.add(`end refused: ${said.reason}`);
      return;
    }
    const paid = rehearsal === null ? null : [micro(rehearsal.paid), micro(rehearsal.toPool)];
    if (paid?.[0] !== said.paid || paid[1] !== said.toPool) throw this.#differs('end', paid, said);
    const decided = { waiting: rehearsal?.comboLegs ?? 0, lost: rehearsal?.lostCombos ?? 0 };
    if (!isLast && (decided.waiting !== legs.waiting || decided.lost !== legs.lost))
      throw this.#differs('combos in the rehearsal', decided, legs);
    market.hasEnded = true;
    if (won !== null) return;
    this.#tally.add(before.state === 'closed' ? 'voids of closed markets' : 'voids while betting went on');
    const sold = [...this.endings].filter(
      ([betId, { result }]) => result === 'cashed-out' && this.betsById.get(betId)?.market === market,
    );
    if (sold.length > 0) this.#tally.add('voids after cash-outs');
  }

  /** A game for combos has an end only if something is at stake on it: each end takes several requests. */
  #isWorthEnding(market: RunMarket): boolean {
    const isUsed = () =>
      this.bets.some((bet) => bet.market === market) || this.combos.openOn(market).length > 0;
    return !market.isSide || isUsed();
  }

  /** Every market that has not ended. */
  async endAll(now: number): Promise<void> {
    for (const market of this.markets) {
      if (market.hasEnded || !this.#isWorthEnding(market)) continue;
      const won = this.#stateOf(market, now) === 'closed' ? this.#winnersOf(market) : null;
      await this.end({ now, isLast: true }, market, won);
    }
  }

  async #isProposed(market: RunMarket, { answer }: Sent): Promise<boolean> {
    if (codeOf(answer) !== 'wrong-state') return false;
    const { rows } = await this.#house.sql.query(
      `select 1 from resolutions where market_id = $1 and source = 'admin' and ended_as is distinct from 'undone'`,
      [market.id],
    );
    if (rows.length === 1) this.#tally.add('sent again: end was recorded before the kill');
    return rows.length === 1;
  }

  // ---- limits ------------------------------------------------------------------------------------------

  async #setOwnCap({ now }: RoundFacts, user: RunUser): Promise<void> {
    const { random } = this;
    const cap = random.chance(0.2) ? null : BigInt(Math.round(20 * 20_000 ** random.unit())) * USDC;
    const waits = user.raise !== null && user.raise.from > now ? user.raise : null;
    const asked = cap === null ? null : Number(cap);
    // No rule says whether asking for no more than a waiting raise starts the day again.
    if (waits !== null && (waits.cap === null || (asked !== null && asked <= waits.cap))) {
      if (asked === null || asked > waits.before) return;
    }
    this.doing = `own cap of ${user.id} to ${cap}`;
    this.#tally.add('op: own cap');
    const path = '/api/user/limits';
    const ownCap = cap === null ? null : usdcOf(cap);
    const { answer } = await this.#caller.send(
      httpRequest({ method: 'PUT', path, token: user.token, json: { ownCap } }),
    );
    if (answer.status !== 200) throw this.#differs('own cap', text(answer), 'an answer');
    const limits = parsed(answer) as {
      ownCap: number | null;
      nextCap?: { cap: number | null; from: string };
    };
    const from = limits.nextCap === undefined ? null : Date.parse(limits.nextCap.from);
    const before = limits.ownCap === null ? Number.POSITIVE_INFINITY : limits.ownCap * 1e6;
    user.raise = from === null ? null : { cap: asked, from, before };
    this.#tally.add(from === null ? 'own caps in force at once' : 'requested raises');
    this.model.setOwnCap({ userId: user.id, cap, now: from === null ? now : from - DAY_MS });
  }

  async #takeBreak({ now }: RoundFacts, user: RunUser): Promise<void> {
    const period = this.random.chance(0.9) ? '24-hours' : '7-days';
    this.doing = `break of ${user.id} for ${period}`;
    this.#tally.add('op: break');
    const send = async (request: Buffer) => (await this.#caller.send(request)).answer;
    const signed =
      period === '24-hours' ? undefined : await signAct(send, user.wallet, { kind: 'break', period });
    const json = { period, ...(signed !== undefined && { signed }) };
    const answer = await send(
      httpRequest({ method: 'POST', path: '/api/user/break', token: user.token, json }),
    );
    const asked = now + (period === '24-hours' ? DAY_MS : 7 * DAY_MS);
    if (answer.status !== 200) {
      // Shorter than the current one.
      if (user.blockedUntil < asked) throw this.#differs('break', text(answer), 'an answer');
    } else {
      const { blocked } = parsed(answer) as { blocked?: { until: string } };
      user.blockedUntil = Date.parse(blocked?.until ?? '');
    }
    this.model.takeBreak({ userId: user.id, until: user.blockedUntil, now });
  }

  // ---- comparing answers -------------------------------------------------------------------------------

  #compare(what: string, answer: Answer, said: PlainAnswer): void {
    const code = answer.status === 200 ? null : codeOf(answer);
    this.#tally.add(`${what}: ${code ?? 'accepted'}`);
    const expected = said.ok ? null : said.reason;
    if (code === expected) return;
    if (this.#takeOver(said.near)) throw new TooNear(`${what} of seed ${this.seed} at step ${this.step}`);
    throw this.#differs(what, text(answer), said);
  }

  #takeOver(isNear: boolean): boolean {
    if (isNear) this.#tally.add('taken over from the product, too near to call');
    return isNear;
  }

  #differs(what: string, product: unknown, model: unknown): Difference {
    return new Difference(
      `seed ${this.seed}, step ${this.step} (${this.doing}): ${what}: product ${shown(product)}, model ${shown(model)}`,
    );
  }

  /** A difference found by the code that compares the books after a round. */
  differs(what: string, product: unknown, model: unknown): Difference {
    return this.#differs(what, product, model);
  }

  newMarketId(): string {
    return encodeId('m_', this.random.bytes(13));
  }
}

/**
 * Odds in hundredths: 1 / odds sums to a little more than 1. Where all outcomes win but one, each wins unless the game
 * ends that way, and the sum is a little more than the number of winners.
 */
export function feedOdds(
  { chances, winners, isOneSided }: Pick<RunMarket, 'chances' | 'winners' | 'isOneSided'>,
  margin: number,
): number[] {
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return chances.map((chance, place) => {
    if (isOneSided && place > 0) return 0;
    const wins = winners === 1 ? chance : sum - chance;
    return Math.min(90_000, Math.max(101, Math.floor((100 * (1 - margin) * sum) / wins)));
  });
}

/** What an admin reports. */
function resultOf({ outcomeIds, winners }: RunMarket, won: readonly number[]) {
  const [outcomeId, ...others] = won.map((place) => outcomeIds[place]);
  const evidence = 'https://example.org/result';
  return { outcomeId, evidence, ...(winners > 1 && { alsoWonIds: others }) };
}

const text = (answer: Answer): string => answer.body.toString();
/** The caller names the type of the endpoint's answer. */
const parsed = (answer: Answer): unknown => JSON.parse(text(answer));
const codeOf = (answer: Answer): string => (answer.status === 200 ? '' : (parsed(answer) as WireError).code);

/** Both an answer and a refusal because of a change contain it. */
const rehearsalOf = (answer: Answer): WireRehearsal | null =>
  (parsed(answer) as { rehearsal?: WireRehearsal }).rehearsal ?? null;

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
