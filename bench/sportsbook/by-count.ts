import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import type { Answer, AskedBet, AskedCombo, AskedSale, Sportsbook } from './sportsbook.ts';

/**
 * The sportsbook a second time, only from the rules in docs/design: bet by bet, in whole micro-USDC and exact fractions. It shares
 * nothing with core.
 */
export interface CountedSportsbook extends Sportsbook {
  /** What is wrong with a market now, and how much of its cap it may lose. */
  checkMarket(marketId: string): Checked;
  /** The same for a game with all its markets. */
  checkGame(gameId: string): Checked & {
    readonly cap: bigint;
    /** The most that it may lose if its start is corrected although markets have ended, whose bets stay. */
    readonly worstIfCorrected: bigint;
    /** Whether its markets would be above its cap if those bets stayed that only wait for their refund. */
    readonly isAboveMeanwhile: boolean;
  };
  /** Whether what is held for combos, orders and everyone adds up, and the largest sums of the house's part in open combos. */
  checkCombos(): {
    readonly problems: readonly string[];
    readonly ofUser: bigint;
    readonly ofOutcome: bigint;
    readonly all: bigint;
  };
  /** Whether the value of a sale is so near a whole cent that doubles may round it otherwise. */
  isNearCent(sale: { betId: string; part: bigint | null }): boolean;
  /** The same for a cash-out that waits. */
  isOrderNearCent(orderId: string): boolean;
  isComboNearCent(comboId: string): boolean;
  /** Whether the margin of a market is so near zero that doubles may see it on the other side. */
  isMarginNearZero(marketId: string): boolean;
}

interface Checked {
  readonly problems: readonly string[];
  /** The most that can be lost, whatever wins and whenever the game began. */
  readonly worst: bigint;
  /** Whether an earlier start than announced is the worst. */
  readonly isEarlierWorse: boolean;
}

interface Market {
  readonly id: string;
  readonly game: Game;
  readonly cap: bigint;
  readonly winners: number;
  readonly results: readonly (readonly number[])[];
  readonly isOneSided: boolean;
  readonly rule: 1 | 2;
  odds: readonly (bigint | null)[];
  pricedAt: number;
  closesAt: number;
  isStopped: boolean;
  stoppedAt: number | null;
  isFunded: boolean;
  /** From when on bets wait for their refund. */
  lateFrom: number | null;
  readonly starts: { readonly from: number; readonly act: number }[];
  open: Bet[];
  /** Stakes of ended bets and parts, less what was paid for them. */
  kept: bigint;
  running: Market | null;
  end: readonly number[] | 'void' | null;
}

interface Game {
  readonly id: string;
  readonly cap: bigint;
  readonly title: string;
  readonly isInPlay: boolean;
  readonly markets: Market[];
  /** Whether the feed corrected its start after one of its markets had ended, whose bets stay. */
  isCorrectedAfterEnds: boolean;
}

interface Bet {
  readonly id: string;
  readonly userId: string;
  readonly market: Market;
  readonly at: number;
  /** Its place among all that ever happened. */
  readonly act: number;
  readonly outcome: number;
  readonly stake: bigint;
  readonly payout: bigint;
}

interface Combo {
  readonly id: string;
  readonly userId: string;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly at: number;
  readonly act: number;
  readonly legs: {
    readonly market: Market;
    readonly outcome: number;
    readonly odds: bigint;
    result: 'won' | 'lost' | 'void' | null;
  }[];
}

type Fraction = { readonly over: bigint; readonly under: bigint };

const CENT = 10_000n;
const USDC = 1_000_000n;
const MINUTE_MS = 60_000;

export function openByCount(given: {
  readonly pool: bigint;
  readonly comboBudget: bigint;
}): CountedSportsbook {
  const balances = new Map<string, bigint>();
  const games = new Map<string, Game>();
  const markets = new Map<string, Market>();
  const bets = new Map<string, Bet>();
  const orders = new Map<string, AskedBet & { decideAt: number }>();
  const sales = new Map<string, AskedSale & { decideAt: number; of: bigint }>();
  const combos = new Map<string, Combo>();
  let acts = 0;

  const balanceOf = (account: string) => balances.get(account) ?? 0n;
  function move(from: string, to: string, amount: bigint): void {
    balances.set(from, balanceOf(from) - amount);
    balances.set(to, balanceOf(to) + amount);
  }
  move('faucet', 'pool', given.pool);
  const marketOf = (id: string): Market => found(markets, id);
  const gameOf = (id: string): Game => found(games, id);
  const user = (id: string) => `user:${id}`;
  const escrow = (id: string) => `escrow:${id}`;

  const isOpen = (market: Market, now: number) =>
    market.end === null && now < market.closesAt && !market.isStopped;

  function judgeBet({ marketId, userId, outcome, stake, odds, isQuoted, now }: AskedBet): bigint | null {
    const market = marketOf(marketId);
    const offered = market.odds[outcome] ?? null;
    if (!isOpen(market, now) || now - market.pricedAt > 10 * MINUTE_MS || offered === null) return null;
    if (stake < CENT || stake > balanceOf(user(userId))) return null;
    if (!market.isFunded && balanceOf('pool') < market.cap) return null;
    const others = market.game.markets.filter((each) => each !== market && each.end === null);
    const elsewhere = sum(others.map((each) => worstOf([each]).asAnnounced)) + lostBefore(market.game);
    const fits = (at: bigint) => {
      const bet = { at: now, outcome, stake, payout: returnOf(stake, at) };
      const worst = worstOf([{ ...market, open: [...market.open, bet] }]).asAnnounced;
      return worst <= market.cap && worst + elsewhere <= market.game.cap;
    };
    if (!fits(offered)) return null;
    if (market.rule === 2) return offered >= odds ? offered : null;
    const isHonoured = isQuoted ? odds * 100n <= offered * 101n : odds <= offered;
    return isHonoured && fits(odds) ? odds : null;
  }

  function place(asked: AskedBet): Answer {
    const odds = judgeBet(asked);
    if (odds === null) return null;
    const { betId: id, userId, outcome, stake, now: at } = asked;
    const market = marketOf(asked.marketId);
    if (!market.isFunded) move('pool', escrow(market.id), market.cap);
    market.isFunded = true;
    move(user(userId), escrow(market.id), stake);
    const bet = { ...{ id, userId, market, at, outcome, stake }, act: acts, payout: returnOf(stake, odds) };
    market.open.push(bet);
    bets.set(id, bet);
    return bet.payout;
  }

  /** A bet, or a part of it as a bet of its own; null if it can't be sold in parts like this. */
  function partOf({ betId, part }: Pick<AskedSale, 'betId' | 'part'>) {
    const whole = bets.get(betId);
    if (whole === undefined) return null;
    if (part === null) return { whole, sold: whole };
    if (part < USDC || whole.stake - part < USDC) return null;
    return { whole, sold: { ...whole, stake: part, payout: (whole.payout * part) / whole.stake } };
  }

  /** The market whose prices count for a sale: in play, that of the running game. Null if it has none. */
  function priceOf({ market, at }: Bet, now: number): Market | null {
    if (market.game.isInPlay || now < market.closesAt) return market;
    const isLate = market.lateFrom !== null && at >= market.lateFrom;
    return isLate || market.closesAt - at < 10 * MINUTE_MS ? null : market.running;
  }

  /** What a sale pays; null if it is refused. */
  function judgeSale(
    { whole, sold }: { whole: Bet; sold: Bet },
    asked: { amount: bigint | null; now: number; isMinimum: boolean },
  ) {
    const { market } = whole;
    const { amount, now, isMinimum } = asked;
    const priced = priceOf(whole, now);
    if (priced === null || market.isOneSided || !isOpen(priced, now)) return null;
    if (now - priced.pricedAt > 10 * MINUTE_MS || now < whole.at + MINUTE_MS) return null;
    const value = centsOf(saleValue(priced, sold));
    if (value === null || value < CENT || (amount !== null && (amount > value || amount < CENT))) return null;
    const paid = amount === null || isMinimum ? value : amount;
    const after = {
      ...market,
      open: without(market.open, whole, sold),
      kept: market.kept + sold.stake - paid,
    };
    const all = market.game.markets
      .filter(({ end }) => end === null)
      .map((each) => (each === market ? after : each));
    const { worst, markets: own } = worstOf(all);
    if (worst + lostBefore(market.game) > market.game.cap || all.some((each, i) => at(own, i) > each.cap))
      return null;
    return paid;
  }

  function sell(
    of: { whole: Bet; sold: Bet },
    asked: { amount: bigint | null; now: number; isMinimum: boolean },
  ): Answer {
    const paid = judgeSale(of, asked);
    if (paid === null) return null;
    move(escrow(of.whole.market.id), user(of.whole.userId), paid);
    take(of, paid);
    return paid;
  }

  /** Takes a bet or a part of it off its market. */
  function take({ whole, sold }: { whole: Bet; sold: Bet }, paid: bigint): void {
    const { market } = whole;
    market.open = without(market.open, whole, sold);
    market.kept += sold.stake - paid;
    bets.delete(whole.id);
    const rest = market.open.find(({ id }) => id === whole.id);
    if (rest !== undefined) bets.set(whole.id, rest);
  }

  /** The table of docs/design/in-play.md. */
  function waits(
    { now: orderedAt, decideAt }: { now: number; decideAt: number },
    market: Market,
    now: number,
  ) {
    if (market.end !== null || now >= market.closesAt) return 'fails';
    if (market.isStopped || (market.stoppedAt !== null && market.stoppedAt >= orderedAt)) return 'fails';
    if (now < decideAt) return 'waits';
    if (now - decideAt > 10_000) return 'fails';
    return decideAt - market.pricedAt > 1_000 ? 'waits' : 'decided';
  }

  const isLate = (market: Market, { at: placed, act }: { at: number; act: number }) =>
    market.starts.some(({ from, act: reported }) => placed >= from && act < reported);

  /** A market without the bets that will be refunded, which costs nothing. */
  const settling = (market: Market): Losing => {
    const { results, kept, open, starts } = market;
    return starts.length === 0 ? market : { results, kept, open: open.filter((bet) => !isLate(market, bet)) };
  };

  function judgeCombo({ userId, legs, stake, odds: signed, now }: AskedCombo): bigint | null {
    const chosen = legs.map(({ marketId, outcome }) => ({ market: marketOf(marketId), outcome }));
    if (chosen.length < 2 || chosen.length > 12) return null;
    const names = chosen.map(({ market }) => market.game.title.toLowerCase().split(' vs '));
    if (names.some((each) => each.length < 2)) return null;
    const isUnsuitable = ({ market }: { market: Market }) =>
      market.game.isInPlay ||
      !isOpen(market, now) ||
      now - market.pricedAt > MINUTE_MS ||
      market.isOneSided ||
      market.odds.some((each) => each === null) ||
      marginSign(market) < 0;
    if (chosen.some(isUnsuitable)) return null;
    if (new Set(chosen.map(({ market }) => market.game)).size < chosen.length) return null;
    if (new Set(names.flat()).size < names.flat().length) return null;
    const odds = productOf(chosen.map(({ market, outcome }) => present(market.odds[outcome])));
    if (odds > 1000n * USDC || odds < signed || stake < CENT || stake > balanceOf(user(userId))) return null;
    const house = returnOf(stake, odds) - stake;
    const used = (of: (combo: Combo) => boolean) =>
      sum([...combos.values()].filter(of).map((combo) => combo.payout - combo.stake));
    const { comboBudget } = given;
    const hasRoom =
      house <= comboBudget / 100n &&
      chosen.every(
        (leg) => house + used((combo) => combo.legs.some((own) => isSame(own, leg))) <= comboBudget / 20n,
      ) &&
      house + used((combo) => combo.userId === userId) <= comboBudget / 20n &&
      house + used(() => true) <= comboBudget &&
      house <= balanceOf('pool');
    return hasRoom ? odds : null;
  }

  function endCombo({ id, userId, payout }: Combo, paid: bigint): bigint {
    move('combos', user(userId), paid);
    move('combos', 'pool', payout - paid);
    combos.delete(id);
    return paid;
  }

  /** @returns what is paid to combos that end */
  function giveResults(
    market: Market,
    resultOf: (leg: Combo['legs'][number], combo: Combo) => 'won' | 'lost' | 'void' | null,
  ): bigint {
    let paid = 0n;
    for (const combo of [...combos.values()]) {
      for (const leg of combo.legs)
        if (leg.market === market && leg.result === null) leg.result = resultOf(leg, combo);
      const results = combo.legs.map(({ result }) => result);
      if (results.includes('lost')) paid += endCombo(combo, 0n);
      else if (!results.includes(null)) paid += endCombo(combo, comboReturn(combo));
    }
    return paid;
  }

  function comboValue(combo: Combo): Fraction | null {
    let value: Fraction = { over: comboReturn(combo) * 97n, under: 100n };
    for (const { market, outcome, result } of combo.legs) {
      if (result !== null) continue;
      const chance = chanceOf(market, outcome);
      if (chance === null) return null;
      value = { over: value.over * chance.over, under: value.under * chance.under };
    }
    return value;
  }

  function isNearCent(sale: Pick<AskedSale, 'betId' | 'part'>): boolean {
    const of = partOf(sale);
    if (of === null) return false;
    const { market } = of.whole;
    return [market, market.running].some((each) => each !== null && isNear(saleValue(each, of.sold)));
  }

  return {
    balances,
    openGame({ gameId: id, title, cap, isInPlay }) {
      games.set(id, { ...{ id, title, cap, isInPlay, isCorrectedAfterEnds: false }, markets: [] });
    },
    openMarket({ marketId: id, gameId, cap, outcomes, winners, kind, rule, closesAt, inPlayOf }) {
      const game = gameOf(gameId);
      const market: Market = {
        ...{ id, game, cap, winners, rule, closesAt, results: everyResult(outcomes, winners) },
        ...{ isOneSided: kind === 'one-sided', odds: [], pricedAt: 0, isStopped: false, stoppedAt: null },
        ...{ isFunded: false, lateFrom: null, starts: [], open: [], kept: 0n, running: null, end: null },
      };
      markets.set(id, market);
      game.markets.push(market);
      if (inPlayOf !== null) marketOf(inPlayOf).running = market;
    },
    price({ marketId, odds, now }) {
      Object.assign(marketOf(marketId), { odds, pricedAt: now, isStopped: false });
    },
    stop({ marketId, now }) {
      const market = marketOf(marketId);
      if (!market.isStopped) Object.assign(market, { isStopped: true, stoppedAt: now });
    },
    closeAt({ marketId, at: closesAt }) {
      marketOf(marketId).closesAt = closesAt;
    },
    startEarlier({ marketId, from, closes }) {
      const market = marketOf(marketId);
      market.starts.push({ from, act: ++acts });
      market.lateFrom = from;
      if (market.game.markets.some(({ end }) => end !== null)) market.game.isCorrectedAfterEnds = true;
      if (closes) market.closesAt = Math.min(market.closesAt, from);
    },
    refundLate(marketId) {
      const market = marketOf(marketId);
      let paid = 0n;
      for (const bet of market.open.filter((each) => isLate(market, each))) {
        move(escrow(marketId), user(bet.userId), bet.stake);
        take({ whole: bet, sold: bet }, bet.stake);
        paid += bet.stake;
      }
      market.lateFrom = null;
      return paid + giveResults(market, (leg, combo) => (isLate(market, combo) ? 'void' : leg.result));
    },
    grant({ userId, amount }) {
      move('faucet', user(userId), amount);
    },
    bet: place,
    sell({ betId, part, amount, now }) {
      const of = partOf({ betId, part });
      if (of === null || priceOf(of.whole, now) !== of.whole.market || of.whole.market.game.isInPlay)
        return null;
      return sell(of, { amount, now, isMinimum: false });
    },
    order(asked) {
      const odds = judgeBet(asked);
      if (odds === null) return null;
      move(user(asked.userId), 'orders', asked.stake);
      orders.set(asked.betId, asked);
      return returnOf(asked.stake, odds);
    },
    lookAtOrder({ betId, now }) {
      const order = found(orders, betId);
      const verdict = waits(order, marketOf(order.marketId), now);
      if (verdict === 'waits') return 'wait';
      orders.delete(betId);
      move('orders', user(order.userId), order.stake);
      return (verdict === 'decided' ? place({ ...order, now }) : null) ?? 'failed';
    },
    orderSale(asked) {
      const of = partOf(asked);
      const { amount, now } = asked;
      const priced = of === null ? null : priceOf(of.whole, now);
      if (of === null || priced === null || !priced.game.isInPlay) return null;
      const paid = judgeSale(of, { amount, now, isMinimum: true });
      if (paid !== null) sales.set(asked.orderId, { ...asked, of: of.whole.stake });
      return paid;
    },
    lookAtSale({ orderId, now }) {
      const order = found(sales, orderId);
      const of = partOf(order);
      const priced = of === null ? null : priceOf(of.whole, now);
      const isChanged = order.part !== null && of?.whole.stake !== order.of;
      const verdict = priced === null || isChanged ? 'fails' : waits(order, priced, now);
      if (verdict === 'waits') return 'wait';
      sales.delete(orderId);
      if (of === null || verdict === 'fails') return 'failed';
      return sell(of, { amount: order.amount, now, isMinimum: true }) ?? 'failed';
    },
    combo(asked) {
      const odds = judgeCombo(asked);
      if (odds === null) return null;
      const { comboId: id, userId, stake, now } = asked;
      const payout = returnOf(stake, odds);
      move(user(userId), 'combos', stake);
      move('pool', 'combos', payout - stake);
      const legs = asked.legs.map(({ marketId, outcome }) => {
        const market = marketOf(marketId);
        return { market, outcome, odds: present(market.odds[outcome]), result: null };
      });
      combos.set(id, { ...{ id, userId, stake, payout, legs }, at: now, act: acts });
      return payout;
    },
    sellCombo({ comboId, now }) {
      const combo = combos.get(comboId);
      if (combo === undefined || now < combo.at + MINUTE_MS) return null;
      const waiting = combo.legs.filter(({ result }) => result === null);
      const isPriced = waiting.every(
        ({ market }) => isOpen(market, now) && now - market.pricedAt <= MINUTE_MS,
      );
      const value = isPriced ? centsOf(comboValue(combo)) : null;
      return value === null || value < CENT ? null : endCombo(combo, value);
    },
    end({ marketId, won }) {
      const market = marketOf(marketId);
      let paid = 0n;
      for (const bet of market.open) {
        const due = won === null ? bet.stake : won.includes(bet.outcome) ? bet.payout : 0n;
        move(escrow(marketId), user(bet.userId), due);
        market.kept += bet.stake - due;
        bets.delete(bet.id);
        paid += due;
      }
      market.open = [];
      market.end = won ?? 'void';
      move(escrow(marketId), 'pool', balanceOf(escrow(marketId)));
      balances.delete(escrow(marketId));
      return paid;
    },
    resolve(marketId) {
      const market = marketOf(marketId);
      const { end } = market;
      if (end === null) throw new Error(`market ${marketId} hasn't ended`);
      return giveResults(market, ({ outcome }, combo) => {
        if (end === 'void' || isLate(market, combo)) return 'void';
        return end.includes(outcome) ? 'won' : 'lost';
      });
    },
    checkMarket(marketId) {
      const market = marketOf(marketId);
      const { worst, asAnnounced } = worstOf([settling(market)]);
      const problems: string[] = [];
      const holds = balanceOf(escrow(marketId));
      const staked = sum(market.open.map(({ stake }) => stake));
      if (market.end !== null) {
        if (holds !== 0n) problems.push(`the ended market ${marketId} holds ${holds}`);
        if (-market.kept > market.cap)
          problems.push(`market ${marketId} has lost ${-market.kept} of ${market.cap}`);
        return { problems, worst: 0n, isEarlierWorse: false };
      }
      if (worst > market.cap) problems.push(`market ${marketId} may lose ${worst} of ${market.cap}`);
      if (market.isFunded && holds !== market.cap + market.kept + staked)
        problems.push(`market ${marketId} holds ${holds}`);
      const owed = market.results.map((won) =>
        market.open.reduce(
          (total, { outcome, payout }) => (won.includes(outcome) ? total + payout : total),
          0n,
        ),
      );
      if ([staked, ...owed].some((each) => each > holds))
        problems.push(`market ${marketId} can't pay everyone`);
      return { problems, worst, isEarlierWorse: worst > asAnnounced };
    },
    checkGame(gameId) {
      const game = gameOf(gameId);
      const all = game.markets.filter(({ end }) => end === null);
      const { worst: anyStart, asAnnounced, markets: own } = worstOf(all.map(settling));
      const lost = lostBefore(game);
      const worst = game.isCorrectedAfterEnds ? anyStart : most(anyStart, asAnnounced + lost);
      const problems = all.flatMap((market, i) =>
        at(own, i) > market.cap ? [`market ${market.id} may lose ${own[i]} of ${market.cap}`] : [],
      );
      if (worst > game.cap) problems.push(`game ${gameId} may lose ${worst} of ${game.cap}`);
      return {
        ...{ problems, worst, isEarlierWorse: anyStart > asAnnounced, cap: game.cap },
        isAboveMeanwhile: worstOf(all).worst > game.cap,
        worstIfCorrected: anyStart + lost,
      };
    },
    checkCombos() {
      const { comboBudget } = given;
      const problems: string[] = [];
      const all = [...combos.values()];
      const held = sum(all.map(({ payout }) => payout));
      if (balanceOf('combos') !== held) problems.push(`combos hold ${balanceOf('combos')} for ${held}`);
      const add = (uses: Map<string, bigint>, key: string, amount: bigint) =>
        uses.set(key, (uses.get(key) ?? 0n) + amount);
      const [byUser, byOutcome] = [new Map<string, bigint>(), new Map<string, bigint>()];
      let used = 0n;
      for (const combo of all) {
        const house = combo.payout - combo.stake;
        used += house;
        add(byUser, combo.userId, house);
        for (const { market, outcome, result } of combo.legs) {
          if (result === null) add(byOutcome, `${market.id} ${outcome}`, house);
        }
        if (house > comboBudget / 100n) problems.push(`combo ${combo.id} uses ${house}`);
        if (comboReturn(combo) > combo.payout)
          problems.push(`combo ${combo.id} may be paid more than is held`);
      }
      if (used > comboBudget) problems.push(`combos use ${used}`);
      for (const uses of [byUser, byOutcome])
        for (const [key, amount] of uses)
          if (amount > comboBudget / 20n) problems.push(`${key} uses ${amount}`);
      const waiting = sum([...orders.values()].map(({ stake }) => stake));
      if (balanceOf('orders') !== waiting) problems.push(`orders hold ${balanceOf('orders')} for ${waiting}`);
      if (sum([...balances.values()]) !== 0n) problems.push('money came or went');
      for (const [account, amount] of balances)
        if (amount < 0n && account !== 'faucet') problems.push(`${account} is at ${amount}`);
      return { problems, ofUser: largest(byUser), ofOutcome: largest(byOutcome), all: used };
    },
    isNearCent,
    isOrderNearCent: (orderId) => isNearCent(found(sales, orderId)),
    isComboNearCent(comboId) {
      const combo = combos.get(comboId);
      return combo !== undefined && isNear(comboValue(combo));
    },
    isMarginNearZero(marketId) {
      const margin = marginOf(marketOf(marketId));
      return (
        margin !== null && (margin.over < 0n ? -margin.over : margin.over) * 1_000_000_000n < margin.under
      );
    },
  };
}

/** What a market needs to have its losses counted. */
interface Losing {
  readonly results: readonly (readonly number[])[];
  readonly kept: bigint;
  readonly open: readonly Pick<Bet, 'at' | 'outcome' | 'stake' | 'payout'>[];
}

/** What the ended markets of a game have lost. */
const lostBefore = ({ markets }: Pick<Game, 'markets'>): bigint =>
  sum(markets.map(({ end, kept }) => (end !== null && kept < 0n ? -kept : 0n)));

/**
 * The most that markets of a game lose together, and each, over every start and all results: bets from the start on are refunded, what
 * was paid for ended bets remains. No market's gain pays for another's loss.
 */
function worstOf(all: readonly Losing[]): { worst: bigint; asAnnounced: bigint; markets: bigint[] } {
  const markets = all.map(({ kept }) => most(0n, -kept));
  // Whenever the game began, a market without open bets loses the same.
  const played = all.flatMap(({ kept, results, open }, index) =>
    open.length === 0
      ? []
      : [{ kept, results, open, index, staked: 0n, owed: results.map(() => 0n), loss: at(markets, index) }],
  );
  let total = sum(markets);
  let worst = total;
  const lines = played.flatMap((market) => market.open.map((bet) => ({ bet, market })));
  if (played.length > 1) lines.sort((a, b) => a.bet.at - b.bet.at);
  const changed = new Set<(typeof played)[number]>();
  for (const [place, { bet, market }] of lines.entries()) {
    market.staked += bet.stake;
    for (const [k, won] of market.results.entries())
      if (won.includes(bet.outcome)) market.owed[k] = at(market.owed, k) + bet.payout;
    const loss = most(0n, market.owed.reduce(most, market.staked) - market.staked - market.kept);
    total += loss - market.loss;
    market.loss = loss;
    changed.add(market);
    // A start is before all bets of a moment or after them.
    if (lines[place + 1]?.bet.at === bet.at) continue;
    worst = most(worst, total);
    for (const { index, loss: reached } of changed) markets[index] = most(at(markets, index), reached);
    changed.clear();
  }
  return { worst, asAnnounced: total, markets };
}

/** What a stake returns, which is exact: whole cents at odds of two decimals. */
function returnOf(stake: bigint, odds: bigint): bigint {
  if ((stake * odds) % USDC !== 0n) throw new Error(`${stake} at ${odds} returns no whole amount`);
  return (stake * odds) / USDC;
}

/** The product, rounded down once to two decimals. */
function productOf(odds: readonly bigint[]): bigint {
  const product = odds.reduce((sofar, each) => sofar * (each / CENT), 1n);
  return (product / 100n ** BigInt(odds.length - 1)) * CENT;
}

function comboReturn({ stake, legs }: Combo): bigint {
  const counting = legs.filter(({ result }) => result !== 'void');
  return counting.length === 0 ? stake : returnOf(stake, productOf(counting.map(({ odds }) => odds)));
}

/** k (1 / odds_j) / sum(1 / odds), at most 1; null while an outcome has no odds. */
function chanceOf({ odds, winners }: Market, outcome: number): Fraction | null {
  const known = odds.flatMap((each) => each ?? []).map((each) => each / CENT);
  if (known.length < odds.length || odds.length === 0) return null;
  const product = known.reduce((sofar, each) => sofar * each, 1n);
  const over = (product / at(known, outcome)) * BigInt(winners);
  const under = sum(known.map((each) => product / each));
  return over > under ? { over: 1n, under: 1n } : { over, under };
}

/** 1 - k / sum(1 / odds). */
function marginOf({ odds, winners }: Market): Fraction | null {
  const known = odds.flatMap((each) => each ?? []).map((each) => each / CENT);
  if (known.length < odds.length || odds.length === 0) return null;
  const product = known.reduce((sofar, each) => sofar * each, 1n);
  const inverse = sum(known.map((each) => product / each)) * 100n;
  return { over: inverse - product * BigInt(winners), under: inverse };
}

const marginSign = (market: Market): number => {
  const over = marginOf(market)?.over ?? -1n;
  return over < 0n ? -1 : over > 0n ? 1 : 0;
};

/** The return times the probability, less 3%. */
function saleValue(priced: Market, { outcome, payout }: Pick<Bet, 'outcome' | 'payout'>): Fraction | null {
  const chance = chanceOf(priced, outcome);
  return chance === null ? null : { over: payout * 97n * chance.over, under: 100n * chance.under };
}

/** Down to the cent. */
const centsOf = (value: Fraction | null): bigint | null =>
  value === null ? null : (value.over / (value.under * CENT)) * CENT;

/** Within a millionth of a cent. */
function isNear(value: Fraction | null): boolean {
  if (value === null) return false;
  const cent = value.under * CENT;
  const left = value.over % cent;
  return left * USDC < cent || (cent - left) * USDC < cent;
}

/** Open bets without one, or with what is left of it. */
const without = (open: readonly Bet[], whole: Bet, sold: Bet): Bet[] =>
  open.flatMap((bet) => {
    if (bet !== whole) return [bet];
    if (sold === whole) return [];
    return [{ ...whole, stake: whole.stake - sold.stake, payout: whole.payout - sold.payout }];
  });

const isSame = (own: Combo['legs'][number], leg: { market: Market; outcome: number }): boolean =>
  own.market === leg.market && own.outcome === leg.outcome && own.result === null;

const largest = (uses: ReadonlyMap<string, bigint>): bigint => [...uses.values()].reduce(most, 0n);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function present<T>(item: T | null | undefined): T {
  if (item === null || item === undefined) throw new Error('something is missing');
  return item;
}

const at = <T>(items: readonly T[], index: number): T => present(items[index]);
const found = <T>(items: ReadonlyMap<string, T>, id: string): T => present(items.get(id));
