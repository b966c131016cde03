import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import type {
  WireCombo,
  WireComboCashOut,
  WireComboCashOutQuote,
  WireComboQuote,
} from '@tallystone/core/http-api/combos';
import type { WireError } from '@tallystone/core/http-api/error';
import type { Answer } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { Random } from '../random.ts';
import type { OddsMove } from './feed-by-sql.ts';
import type { Caller, House } from './house.ts';
import { largest, smallest } from './naive-sums.ts';
import type { PlainAnswer, PlainComboOffer, PlainComboRefusal, PlainLeg, PlainModel } from './plain-books.ts';
import type { ReadCombo } from './read-books.ts';
import { isNear, type RoundFacts, type RunMarket, type RunUser, type Step } from './seed-facts.ts';
import type { Tally } from './tally.ts';

const CENT = 10_000n;
const USDC = 1_000_000n;
const MINUTE_MS = 60_000;
const FRESH_MS = MINUTE_MS;
const CASH_OUT_AFTER_MS = MINUTE_MS;
/** Some seconds after its price is as old as this, the server suspends a market. */
const STALE_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEPT = 24;

/**
 * The most that the house adds to all open combos of a seed. One seed in forty is rich, so its users come near their own
 * limits before all seeds together are near theirs. 200 seeds stay below half a million, and below the whole budget of a
 * million if some of them get twice as much while they act alone.
 */
const [RICH_ALLOWANCE, ALLOWANCE, RICH_ONE_IN] = [60_000n * USDC, 500n * USDC, 40];

/**
 * The seeds share the house's budget for combos, and none knows what the others do at the same moment. So it is the largest
 * that the settings allow, which they never use up, except for a seed that acts alone.
 */
export const MOST_COMBO_BUDGET = 1_000_000n * USDC;
/** The pool has more than any budget leaves. */
const POOL = 10n * MOST_COMBO_BUDGET;
export const WIDE_OPEN = { budget: MOST_COMBO_BUDGET, byOthers: 0n, pool: POOL } as const;

export interface StepAlone {
  readonly budget: bigint;
  readonly moves: readonly OddsMove[];
  run(): Promise<void>;
}

interface SentCombo {
  readonly user: RunUser;
  readonly legs: readonly RunLeg[];
  readonly stake: bigint;
  /** Hundredths. */
  readonly odds: number;
  readonly key: string;
}

interface RunLeg extends PlainLeg {
  /** Null: the seed made the id up. */
  readonly market: RunMarket | null;
}

interface RunCombo {
  readonly id: string;
  readonly placedAt: number;
  readonly stake: bigint;
  readonly sent: SentCombo;
}

/** The seed that the combos are of. */
interface Seed {
  readonly seed: number;
  readonly random: Random;
  readonly model: PlainModel;
  readonly users: readonly RunUser[];
  readonly markets: readonly RunMarket[];
  /** The current action, for the reader of a difference. */
  doing: string;
  differs(what: string, product: unknown, model: unknown): Error;
  newMarketId(): string;
}

/** What the steps with combos use of the run of their seed. */
interface Tools {
  readonly house: House;
  readonly caller: Caller;
  readonly tally: Tally;
  newKey(): string;
  /** New odds, or the same ones confirmed, for model and product. */
  moveOdds(market: RunMarket, now: number): OddsMove;
  compare(what: string, answer: Answer, said: PlainAnswer): void;
  /** Whether the product's answer counts, because the model's is too near a limit. */
  takeOver(isNear: boolean): boolean;
}

const micro = (usdc: number): bigint => BigInt(Math.round(usdc * 1e6));
const usdcOf = (amount: bigint): number => Number(amount / CENT) / 100;
const wholeCents = (amount: bigint): bigint => (amount / CENT) * CENT;
const hundredths = (odds: number): number => Math.round(odds * 100);
const text = (answer: Answer): string => answer.body.toString();
/** The caller names the type of the endpoint's answer. */
const parsed = (answer: Answer): unknown => JSON.parse(text(answer));

/** The combos of a seed: its steps with them, and what was read of them. */
export class SeedCombos {
  readonly placed: RunCombo[] = [];
  /** As the product last had them. */
  readonly read = new Map<string, ReadCombo>();
  readonly #seed: Seed;
  readonly #tools: Tools;
  #isAlone = false;

  constructor(seed: Seed, tools: Tools) {
    this.#seed = seed;
    this.#tools = tools;
  }

  get isRich(): boolean {
    return this.#seed.seed % RICH_ONE_IN === 0;
  }

  /** What was read of a combo, and counts what is new. */
  takeOver(now: ReadCombo): void {
    const { tally } = this.#tools;
    const before = this.read.get(now.id);
    this.read.set(now.id, now);
    const isVoid = (_: unknown, place: number) =>
      now.legs[place] === 'void' && (before?.legs[place] ?? null) === null;
    tally.add('void selections', now.legs.filter(isVoid).length);
    if (now.result === 'open' || (before !== undefined && before.result !== 'open')) return;
    tally.add(`combos that ended: ${now.result}`);
    if (now.result === 'won' && now.legs.includes('void')) tally.add('combos won with a void selection');
    if (now.result === 'lost' && now.legs.includes(null)) tally.add('combos lost before their last game');
    if (now.result === 'cashed-out' && now.legs.some((leg) => leg !== null))
      tally.add('combos cashed out with a result');
  }

  /** Those with a selection of this market that has no result. */
  openOn(market: RunMarket): RunCombo[] {
    return this.placed.filter((combo) => this.#openLegs(combo).some((leg) => leg.market === market));
  }

  countLate(market: RunMarket, startedAt: number): void {
    const late = this.openOn(market).filter(({ placedAt }) => placedAt >= startedAt);
    this.#tools.tally.add('late selections of combos', late.length);
  }

  // ---- planning ------------------------------------------------------------------------------------------

  planPlacing(round: RoundFacts): Step | null {
    const { random, users } = this.#seed;
    const user = random.pick(users);
    const legs = isNearFor(round, user) ? null : this.#chooseLegs(round);
    if (legs === null) return null;
    const moves = this.#confirm(round, legs, 0.8);
    return moves === null ? null : { kind: 'call', moves, run: () => this.#place(round, user, legs) };
  }

  /**
   * A combo that the seed places while nothing else happens, so all of the house's open combos are known.
   *
   * @param all what the house has added to them
   */
  planAlone(round: RoundFacts, all: bigint): StepAlone | null {
    const { random, users, model } = this.#seed;
    const added = (each: RunUser) => Number(model.heldForCombos(each.id).byHouse);
    const [most] = users.toSorted((a, b) => added(b) - added(a));
    const user = most !== undefined && random.chance(0.5) ? most : random.pick(users);
    if (isNearFor(round, user)) return null;
    const held = this.#pick(this.placed.filter(({ id }) => this.#isOpen(id)));
    const legs = held !== null && random.chance(0.6) ? this.#openLegs(held) : this.#chooseLegs(round);
    const moves = legs === null ? null : this.#confirm(round, legs, 1);
    if (legs === null || moves === null) return null;
    const more = BigInt(Math.floor(50_000 * random.unit() ** 2)) * CENT;
    const byUsers = users.map(({ id }) => model.heldForCombos(id).byHouse);
    const ofUser = model.heldForCombos(user.id).byHouse;
    const ofOutcome = largest(legs.map((leg) => model.heldForOutcome(leg)));
    // A budget that one of the limits nearly uses, if the others leave as much.
    const wanted = random.pick([all + more, 20n * (ofUser + more), 20n * (ofOutcome + more), 100n * more]);
    const budget = smallest([MOST_COMBO_BUDGET, wanted < all ? all + more : wanted]);
    const house = {
      budget: wholeCents(budget),
      byOthers: all - byUsers.reduce((sum, each) => sum + each, 0n),
      pool: POOL,
    };
    const run = async () => {
      model.setComboHouse(house);
      this.#isAlone = true;
      await this.#place(round, user, legs);
      this.#isAlone = false;
      model.setComboHouse(WIDE_OPEN);
    };
    return { budget: house.budget, moves, run };
  }

  planSale(round: RoundFacts): Step | null {
    const { random } = this.#seed;
    const combo = this.#pick(this.placed.filter(({ id }) => this.#isOpen(id)));
    if (combo === null || isNear(round, [combo.placedAt + CASH_OUT_AFTER_MS])) return null;
    const moves = this.#confirm(round, this.#openLegs(combo), 0.9);
    if (moves === null) return null;
    const run = () =>
      random.chance(0.85) ? this.#cashOut(round, combo) : this.#list(round, combo.sent.user);
    return { kind: 'call', moves, run };
  }

  /** One of the last combos, or one that has ended, without a look at its value. */
  planOddSale(round: RoundFacts): Step | null {
    const { random } = this.#seed;
    const combo = random.chance(0.5) ? (this.placed.at(-1) ?? null) : this.#pick(this.placed.slice(-KEPT));
    if (combo === null || isNear(round, [combo.placedAt + CASH_OUT_AFTER_MS])) return null;
    const moves = this.#confirm(round, this.#openLegs(combo), 0.5);
    if (moves === null) return null;
    const ended = this.read.get(combo.id);
    // For the same amount again it is a repeat, which gets the first answer.
    const amount = ended?.paid === combo.stake ? combo.stake + CENT : combo.stake;
    const user = random.chance(0.25) ? this.#another(combo.sent.user) : combo.sent.user;
    return { kind: 'call', moves, run: () => this.#sell(round, combo, { user, amount }) };
  }

  planRepeat(): Step | null {
    const combo = this.#pick(this.placed.slice(-KEPT));
    return combo === null ? null : { kind: 'call', run: () => this.#repeat(combo) };
  }

  #pick<T>(choices: readonly T[]): T | null {
    return choices.length === 0 ? null : this.#seed.random.pick(choices);
  }

  #another(user: RunUser): RunUser {
    return this.#seed.users.find((each) => each !== user) ?? user;
  }

  #isOpen(id: string): boolean {
    return (this.read.get(id)?.result ?? 'open') === 'open';
  }

  #openLegs({ id, sent }: RunCombo): RunLeg[] {
    return sent.legs.filter((_, place) => (this.read.get(id)?.legs[place] ?? null) === null);
  }

  /** 2 to 5 selections that mostly make a combo. */
  #chooseLegs({ now }: RoundFacts): RunLeg[] | null {
    const { random, markets, model } = this.#seed;
    const isPlain = random.chance(0.9);
    const offered = markets.filter(
      (market) =>
        market.kind === 'feed' &&
        !market.hasEnded &&
        (!isPlain || (!market.isOneSided && !market.isOutright)) &&
        model.market({ id: market.id, now }).state === 'open',
    );
    if (offered.length < 2) return null;
    const shuffled = offered.map((market) => ({ market, at: random.unit() })).sort((a, b) => a.at - b.at);
    const legs = shuffled.slice(0, random.between(2, 5)).map(({ market }) => this.#legOn(market));
    if (random.chance(0.15)) legs[random.between(0, legs.length - 1)] = this.#oddLeg(legs);
    const [first] = legs;
    if (first === undefined || !random.chance(0.02)) return legs;
    return random.chance(0.5) ? [first] : Array.from({ length: 13 }, () => first);
  }

  #legOn(market: RunMarket): RunLeg {
    const outcome = this.#seed.random.between(0, market.outcomeIds.length - 1);
    return { id: market.id, outcome, market };
  }

  /** A selection that mostly makes no combo with the others. */
  #oddLeg(legs: readonly RunLeg[]): RunLeg {
    const { random, markets } = this.#seed;
    const way = random.unit();
    if (way < 0.12) return { id: this.#seed.newMarketId(), outcome: 0, market: null };
    const { market } = random.pick(legs);
    if (market !== null && way < 0.24) return { id: market.id, outcome: market.outcomeIds.length, market };
    if (market !== null && way < 0.42) return this.#legOn(market);
    return this.#legOn(random.pick(markets));
  }

  /**
   * Has the feed confirm the prices of most selections now.
   *
   * @param share of the prices in a combo that not all are confirmed for
   * @returns null if it may change during the round whether one is open or fresh
   */
  #confirm(round: RoundFacts, legs: readonly RunLeg[], share: number): OddsMove[] | null {
    const { random } = this.#seed;
    const markets = [...new Set(legs.map(({ market }) => market))].filter((market) => market !== null);
    const closes = markets.map(({ closesAt }) => closesAt);
    if (isNear(round, closes)) return null;
    const ofFeed = markets.filter(({ kind, hasEnded }) => kind === 'feed' && !hasEnded);
    const isSure = random.chance(0.8);
    const confirmed = ofFeed.filter((market) => !market.isClosed && (isSure || random.chance(share)));
    const others = ofFeed.filter((market) => !confirmed.includes(market));
    const ages = others.map(({ pricedAt }) => pricedAt + FRESH_MS);
    return isNear(round, ages) ? null : confirmed.map((market) => this.#tools.moveOdds(market, round.now));
  }

  // ---- placing -------------------------------------------------------------------------------------------

  async #place(round: RoundFacts, user: RunUser, legs: readonly RunLeg[]): Promise<void> {
    const { random, model } = this.#seed;
    this.#tools.tally.add(this.#isAlone ? 'op: combo of a seed alone' : 'op: combo');
    const said = model.quoteCombo({ userId: user.id, legs, now: round.now });
    if (random.chance(0.85)) await this.#quote(round, user, legs);
    // Some only look.
    if (random.chance(said.ok ? 0.05 : 0.35)) return;
    const { stake, odds } = said.ok ? this.#terms(user, said) : { stake: 5n * USDC, odds: 250 };
    if (stake === null) return;
    await this.#send(round, { user, legs, stake, odds, key: this.#tools.newKey() });
  }

  /** @returns a stake of null if the seed has used its allowance */
  #terms(user: RunUser, offer: PlainComboOffer): { stake: bigint | null; odds: number } {
    const { random, model } = this.#seed;
    // Stakes are whole cents, and what was paid may not be.
    const balance = wholeCents(model.balance(user.id));
    const way = random.unit();
    const signing = random.unit();
    const odds =
      signing < 0.6
        ? offer.odds
        : signing < 0.85
          ? Math.max(101, Math.floor(offer.odds * (0.7 + 0.3 * random.unit())))
          : Math.min(100_000, offer.odds + random.pick([1, 1, 5, 40]));
    const isTight = this.#isAlone && random.chance(0.7);
    if (isTight ? way < 0.5 : way < 0.1) return { stake: offer.most + CENT, odds };
    if (!isTight && way < 0.12) return { stake: 0n, odds };
    const room = (this.#allowance() * 100n) / BigInt(Math.max(1, offer.odds - 100));
    const allowed = smallest([offer.most, wholeCents(room)]);
    // What is refused for another reason needs no allowance.
    if (way < 0.19 && offer.capLeft < offer.most) return { stake: offer.capLeft + CENT, odds };
    if (way < 0.26 && balance < smallest([offer.capLeft, offer.most])) return { stake: balance + CENT, odds };
    const most = smallest([allowed, balance, offer.capLeft]);
    if (most < CENT) return { stake: null, odds };
    if (isTight || way < 0.36) return { stake: most, odds };
    const cents = Math.floor(Number(most / CENT) * random.unit() ** 2);
    return { stake: BigInt(Math.max(1, cents)) * CENT, odds };
  }

  /** What the house may still add to combos of this seed. */
  #allowance(): bigint {
    const { users, model } = this.#seed;
    const all = this.isRich ? RICH_ALLOWANCE : ALLOWANCE;
    const own = this.#isAlone ? 2n * all : all;
    const left = users.reduce((rest, user) => rest - model.heldForCombos(user.id).byHouse, own);
    return left < 0n ? 0n : left;
  }

  async #quote(round: RoundFacts, user: RunUser, legs: readonly RunLeg[]): Promise<void> {
    this.#doing(`quote of a combo on ${namesOf(legs)}`);
    const { answer } = await this.#tools.caller.send(
      httpRequest({
        method: 'POST',
        path: '/api/combos/quote',
        token: user.token,
        json: { legs: wireLegs(legs) },
      }),
    );
    const said = this.#seed.model.quoteCombo({ userId: user.id, legs, now: round.now });
    this.#tools.tally.add('quotes of combos compared');
    if (answer.status !== 200) {
      const error = parsed(answer) as WireError;
      this.#same('quote of a combo', error.code, said.ok ? 'an answer' : said.reason);
      if (!said.ok) this.#sameRefusal(error.reason?.code, error.leg, said);
      return;
    }
    const quote = parsed(answer) as WireComboQuote;
    const odds = quote.odds === null ? null : hundredths(quote.odds);
    this.#same('odds of a combo', odds ?? quote.reason, said.ok ? said.odds : quote.reason);
    if (said.ok) {
      this.#same('largest stake of a combo', microOf(quote.maxStake), said.most);
      this.#same('cap left', microOf(quote.capLeft), said.capLeft);
    } else
      this.#sameRefusal(
        quote.why?.code,
        quote.leg,
        this.#perhapsSuspended(quote.why?.code, said, { legs, now: round.now }),
      );
  }

  async #send(round: RoundFacts, sent: SentCombo): Promise<void> {
    const { user, legs, stake, odds } = sent;
    const { tally, house, caller } = this.#tools;
    const { model, random } = this.#seed;
    this.#doing(`combo of ${usdcOf(stake)} on ${namesOf(legs)} at ${odds / 100}`);
    const { answer, wasResent } = await caller.send(comboRequest(sent));
    const combo = answer.status === 200 ? (parsed(answer) as WireCombo) : null;
    const now = combo === null ? round.now : Date.parse(combo.placedAt);
    if (wasResent && combo !== null) {
      const isOld = now < house.upSince();
      tally.add(isOld ? 'sent again: combo was booked before the kill' : 'sent again: combo was not booked');
    }
    const asked = { userId: user.id, legs, now };
    // Before the model changes: what a refusal may say beside its reason.
    const offer = model.quoteCombo(asked);
    const decided = model.placeCombo({ ...asked, comboId: combo?.id ?? 'refused', stake, odds });
    const code = combo === null ? (parsed(answer) as WireError).code : undefined;
    const said = decided.ok ? decided : this.#perhapsSuspended(code, decided, asked);
    this.#tools.compare('combo', answer, said);
    if (combo === null) {
      if (!said.ok) this.#compareRefusal(parsed(answer) as WireError, said, offer);
      return;
    }
    if (!said.ok || !offer.ok) return;
    if (stake === offer.most) tally.add(`combos with the largest stake: ${offer.limit}`);
    this.#same('odds of a combo', hundredths(combo.odds), said.odds);
    this.#same('return of a combo', micro(combo.totalReturn), said.payout);
    this.#same(
      'odds of its selections',
      combo.legs.map((leg) => hundredths(leg.odds)).join(),
      said.legOdds.join(),
    );
    tally.add(`combos of ${legs.length}`);
    const placed: RunCombo = { id: combo.id, placedAt: now, stake, sent };
    this.placed.push(placed);
    if (random.chance(0.08)) await this.#repeat(placed);
  }

  #compareRefusal(
    error: WireError,
    said: PlainComboRefusal,
    offer: ReturnType<PlainModel['quoteCombo']>,
  ): void {
    const isFull = offer.ok && offer.most === 0n && error.reason?.code === 'takes-no-more';
    this.#sameRefusal(isFull ? error.code : error.reason?.code, error.leg, said);
    if (said.rule !== null) this.#tools.tally.add(`combo refused: ${said.rule}`);
    if (!offer.ok) return;
    if (said.reason === 'odds-changed') this.#same('odds now', hundredths(error.odds ?? 0), offer.odds);
    if (said.reason === 'stake-too-large') {
      this.#tools.tally.add(`combos with too large a stake: ${offer.limit}`);
      this.#same('largest stake', microOf(error.maxStake) ?? 0n, offer.most);
    }
    if (said.reason === 'cap-reached') this.#same('cap left', microOf(error.capLeft), offer.capLeft);
  }

  /**
   * Whether a market is suspended is asked before how old its price is, so which of the two is the reason depends on whether
   * the server has seen a price of ten minutes.
   *
   * @param code the product's
   */
  #perhapsSuspended(
    code: string | undefined,
    said: PlainComboRefusal,
    { legs, now }: { legs: readonly RunLeg[]; now: number },
  ): PlainComboRefusal {
    const market = said.leg === null ? null : (legs[said.leg]?.market ?? null);
    const mayBe = said.reason === 'feed-stale' && market !== null && now - market.pricedAt > STALE_MS;
    return mayBe && code === 'market-suspended' ? { ...said, reason: code } : said;
  }

  #sameRefusal(code: string | undefined, leg: number | undefined, said: PlainComboRefusal): void {
    const expected = said.rule === null ? said.reason : `combo-${said.rule}`;
    this.#same('reason of a combo', code, expected);
    this.#same('selection that is the reason', leg ?? null, said.leg);
  }

  /** The same again gets the first answer; the same key with other terms is refused. */
  async #repeat({ id, sent }: RunCombo): Promise<void> {
    this.#doing(`repeat of combo ${id}`);
    const isOther = this.#seed.random.chance(0.3);
    const again = isOther ? { ...sent, stake: sent.stake + CENT } : sent;
    const { answer } = await this.#tools.caller.send(comboRequest(again));
    this.#tools.tally.add(
      isOther ? 'repeats of a combo with other terms under the same key' : 'repeats of a combo',
    );
    if (isOther) {
      const code = answer.status === 200 ? null : (parsed(answer) as WireError).code;
      if (code !== 'already-placed') throw this.#differs('repeat', text(answer), 'already-placed');
      return;
    }
    const first = answer.status === 200 ? (parsed(answer) as WireCombo).id : text(answer);
    if (first !== id) throw this.#differs('repeat', first, id);
  }

  // ---- cash-outs -----------------------------------------------------------------------------------------

  async #cashOut(round: RoundFacts, combo: RunCombo): Promise<void> {
    const { random, model } = this.#seed;
    const { id, sent, stake } = combo;
    this.#doing(`cash-out value of combo ${id}`);
    const path = `/api/combos/${id}/cash-out`;
    const { answer } = await this.#tools.caller.send(httpRequest({ path, token: sent.user.token }));
    if (answer.status !== 200) throw this.#differs('value of a combo', text(answer), 'an answer');
    const offered = microOf((parsed(answer) as WireComboCashOutQuote).amount);
    const said = model.comboValue({ comboId: id, userId: sent.user.id, now: round.now });
    this.#tools.tally.add('values of combos compared');
    if (offered !== (said.ok ? said.amount : null) && !this.#tools.takeOver(said.near))
      throw this.#differs('value of a combo', text(answer), said);
    const sell = (amount: bigint, user = sent.user) => this.#sell(round, combo, { user, amount });
    if (offered === null) {
      if (random.chance(0.3)) await sell(stake);
      return;
    }
    const way = random.unit();
    if (way < 0.45) await sell(offered);
    else if (way < 0.55) await sell(BigInt(random.between(1, Number(offered / CENT))) * CENT);
    else if (way < 0.8) await sell(offered + BigInt(random.pick([1, 1, 5, 100])) * CENT);
    else if (way < 0.83) await sell(offered, this.#another(sent.user));
    // The others only look.
  }

  async #sell(
    round: RoundFacts,
    { id }: RunCombo,
    { user, amount }: { user: RunUser; amount: bigint },
  ): Promise<void> {
    const { tally, caller, house } = this.#tools;
    this.#doing(`cash-out of combo ${id} for ${usdcOf(amount)}`);
    tally.add('op: cash-out of a combo');
    const signature = user.wallet.sign(cashOutMessage({ betId: id, amount: String(usdcOf(amount)) }));
    const json = { amount: usdcOf(amount), signature };
    const request = httpRequest({
      method: 'POST',
      path: `/api/combos/${id}/cash-out`,
      token: user.token,
      json,
    });
    const { answer, wasResent } = await caller.send(request);
    const sold = answer.status === 200 ? (parsed(answer) as WireComboCashOut) : null;
    // No game of these books is played, so nothing waits.
    const now = sold === null ? round.now : Date.parse(sold.endedAt ?? '');
    if (wasResent && sold !== null && now < house.upSince())
      tally.add('sent again: cash-out of a combo was booked before the kill');
    const said = this.#seed.model.cashOutCombo({ comboId: id, userId: user.id, amount, now });
    this.#tools.compare('cash-out of a combo', answer, said);
    if (sold === null) return;
    this.#same('cash-out of a combo', micro(sold.amount), amount);
    if (!this.#seed.random.chance(0.2)) return;
    const again = await caller.send(request);
    tally.add('repeats of a cash-out of a combo');
    if (text(again.answer) !== text(answer)) throw this.#differs('repeat', text(again.answer), text(answer));
  }

  /** All of a user's combos in one look: how each stands. */
  async #list(round: RoundFacts, user: RunUser): Promise<void> {
    this.#doing(`combos of ${user.id}`);
    const path = '/api/user/combos';
    const { answer } = await this.#tools.caller.send(httpRequest({ path, token: user.token }));
    if (answer.status !== 200) throw this.#differs('list of combos', text(answer), 'an answer');
    const listed = parsed(answer) as WireCombo[];
    const all = this.#seed.model.combos(user.id);
    this.#same('combos in the list', listed.length, Math.min(100, all.size));
    for (const combo of listed) {
      const said = all.get(combo.id);
      this.#same(`result of ${combo.id}`, combo.result ?? 'open', said?.result);
      this.#same(`payment of ${combo.id}`, micro(combo.paid ?? 0), said?.paid);
      const legs = combo.legs.map((leg) => leg.result ?? null);
      this.#same(`selections of ${combo.id}`, legs.join(), said?.legs.join());
      this.#same(`return of ${combo.id} now`, microOf(combo.returnNow), said?.returnNow);
      this.#compareListed(round, combo, user);
    }
    this.#tools.tally.add('lists of combos compared');
  }

  /** Its value, unless whether it has one may change during the round. */
  #compareListed(round: RoundFacts, { id, cashOut }: WireCombo, user: RunUser): void {
    const combo = this.placed.find((each) => each.id === id);
    if (combo === undefined) throw this.#differs('list of combos', id, 'placed by this seed');
    const markets = this.#openLegs(combo).flatMap(({ market }) => (market === null ? [] : [market]));
    const moments = markets.flatMap(({ closesAt, pricedAt }) => [closesAt, pricedAt + FRESH_MS]);
    if (isNear(round, [combo.placedAt + CASH_OUT_AFTER_MS, ...moments])) return;
    const said = this.#seed.model.comboValue({ comboId: id, userId: user.id, now: round.now });
    const value = said.ok ? said.amount : null;
    if (microOf(cashOut) !== value && !this.#tools.takeOver(said.near))
      throw this.#differs(`value of ${id} in the list`, cashOut, said);
  }

  // ---- comparing -----------------------------------------------------------------------------------------

  #doing(what: string): void {
    this.#seed.doing = what;
  }

  #same(what: string, product: unknown, said: unknown): void {
    if (product !== said) throw this.#differs(what, product, said);
  }

  #differs(what: string, product: unknown, said: unknown): Error {
    return this.#seed.differs(what, product, said);
  }
}

/** Whether the round is near a midnight, which begins a new cap, or near a change of the user's own limits. */
function isNearFor(round: RoundFacts, user: RunUser): boolean {
  const midnight = Math.ceil(round.now / DAY_MS) * DAY_MS;
  return isNear(round, [midnight, midnight - DAY_MS, user.blockedUntil, user.raise?.from ?? 0]);
}

const microOf = (usdc: number | null | undefined): bigint | null =>
  usdc === null || usdc === undefined ? null : micro(usdc);

const namesOf = (legs: readonly RunLeg[]): string =>
  legs.map(({ id, outcome }) => `${id}/${outcome}`).join(', ');

const outcomeIdOf = ({ market, outcome }: RunLeg): string =>
  market?.outcomeIds[outcome] ?? `o_${'z'.repeat(20)}`;

const wireLegs = (legs: readonly RunLeg[]) =>
  legs.map((leg) => ({ marketId: leg.id, outcomeId: outcomeIdOf(leg) }));

function comboRequest({ user, legs, stake, odds, key }: SentCombo): Buffer {
  const [amount, decimal] = [usdcOf(stake), odds / 100];
  const outcomeIds = legs.map(outcomeIdOf);
  const signature = user.wallet.sign(
    comboMessage({ amount: String(amount), outcomeIds, odds: String(decimal) }),
  );
  return httpRequest({
    method: 'POST',
    path: '/api/combos',
    token: user.token,
    headers: { 'idempotency-key': key },
    json: { publicKey: user.wallet.address, legs: wireLegs(legs), amount, odds: decimal, signature },
  });
}
