import { atRunningPrice, maySellInPlay } from '@tallystone/core/betting/at-running-price';
import { bookRules } from '@tallystone/core/betting/book-rules';
import { type BettableMarket, type BettorFunds, decideBet } from '@tallystone/core/betting/decide-bet';
import { decideCashOut } from '@tallystone/core/betting/decide-cash-out';
import { partOfBet, partProblem } from '@tallystone/core/betting/part-of-bet';
import type { LegResult } from '@tallystone/core/combos/combo-odds';
import type { ComboUse } from '@tallystone/core/combos/combo-room';
import { decideCombo, type LegMarket } from '@tallystone/core/combos/decide-combo';
import { decideComboCashOut } from '@tallystone/core/combos/decide-combo-cash-out';
import { settleCombo } from '@tallystone/core/combos/settle-combo';
import { judgeOrder } from '@tallystone/core/in-play/judge-order';
import { accountKey } from '@tallystone/core/ledger/account';
import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import { comboEndEntry } from '@tallystone/core/ledger/combo-end-entry';
import { comboEntry } from '@tallystone/core/ledger/combo-entry';
import type { Entry } from '@tallystone/core/ledger/entry';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import { orderEndEntry, orderEntry } from '@tallystone/core/ledger/order-entry';
import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { refundEntry } from '@tallystone/core/ledger/refund-entry';
import { settlementEntry } from '@tallystone/core/ledger/settlement-entry';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { larger, leftOf, smaller } from '@tallystone/core/money/bounds';
import {
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { bookMaxStake, endBetInBook } from '@tallystone/core/odds/book';
import type { StartStep } from '@tallystone/core/odds/every-start';
import { exposureOf } from '@tallystone/core/odds/exposure';
import { type FeedBook, feedCashOutValue } from '@tallystone/core/odds/feed';
import { fillRule } from '@tallystone/core/odds/fill-rule';
import { setsOf, type WinnerSets } from '@tallystone/core/odds/winner-sets';
import { rehearse } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import {
  type Depth,
  decideFromCoarse,
  minutesWith,
  minutesWithout,
} from '@tallystone/testkit/rules/decide-from-coarse.ts';
import { RICH } from '../rich-bettor.ts';
import type { Answer, AskedBet, AskedSale, Sportsbook } from './sportsbook.ts';

/**
 * The sportsbook as the server runs it: every decision and every amount is core's. What the server reads from its tables in between,
 * such as the room that the other markets leave, is here.
 */
export interface CoreSportsbook extends Sportsbook {
  /** What may be chosen from; whatever is chosen is asked like anything else. */
  readonly markets: ReadonlyMap<string, CoreMarket>;
  readonly combos: ReadonlyMap<string, CoreCombo>;
  betOf(betId: string): CoreBet | undefined;
  maxStake(on: { marketId: string; outcome: number }): bigint;
  /** Null without a price. */
  valueOf(sale: { betId: string; part: bigint | null; now: number }): bigint | null;
  readonly depths: Readonly<Record<Depth, number>>;
  /** Cash-outs refused because some start would have broken a cap. */
  notCovered: number;
}

interface CoreGame {
  readonly title: string;
  readonly cap: MicroUsdc;
  readonly isInPlay: boolean;
  readonly markets: CoreMarket[];
}

interface CoreMarket {
  readonly id: string;
  readonly gameId: string;
  readonly outcomeIds: readonly string[];
  readonly sets: WinnerSets;
  state: MarketState;
  closesAt: Date;
  book: FeedBook;
  isFunded: boolean;
  open: CoreBet[];
  minutes: ReadonlyMap<number, StartStep>;
  latest: number;
  haltedAt: Date | null;
  lateFrom: Date | null;
  /** How many reports of a start there were. A bet is late by those that came after it. */
  reports: number;
  readonly starts: { readonly from: Date; readonly report: number }[];
  running: CoreMarket | null;
  result: MarketResult | null;
}

/** What the house may lose on a market, or has lost once it has ended, as `riskOfOtherMarkets` of the server counts it. */
function lossOn({ book, result, outcomeIds }: CoreMarket): bigint {
  if (result === null) return exposureOf(book);
  const owed =
    result.kind === 'void'
      ? book.openStakes
      : result.outcomeIds.reduce((sum, id) => sum + (book.openReturns[outcomeIds.indexOf(id)] ?? 0n), 0n);
  return leftOf(microUsdc(owed), book.received);
}

export interface CoreBet {
  readonly id: string;
  readonly userId: string;
  readonly marketId: string;
  readonly at: number;
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  /** The reports that its market had seen. */
  readonly report: number;
}

interface CoreCombo {
  readonly id: string;
  readonly userId: string;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  readonly housePart: MicroUsdc;
  readonly placedAt: Date;
  readonly legs: readonly CoreLeg[];
}

interface CoreLeg {
  readonly market: CoreMarket;
  readonly outcomeId: string;
  readonly odds: MicroOdds;
  readonly report: number;
  result: LegResult | null;
}

const QUOTED_UNTIL = new Date('2100-01-01T00:00:00Z');

export function openByCore(given: { readonly pool: bigint; readonly comboBudget: bigint }): CoreSportsbook {
  const balances = new Map<string, bigint>();
  const games = new Map<string, CoreGame>();
  const markets = new Map<string, CoreMarket>();
  const bets = new Map<string, CoreBet>();
  const orders = new Map<string, AskedBet & { decideAt: number }>();
  const sales = new Map<string, AskedSale & { decideAt: number; openStake: MicroUsdc }>();
  const combos = new Map<string, CoreCombo>();
  const depths: Record<Depth, number> = { markets: 0, minutes: 0, bets: 0 };

  const balanceOf = (account: string) => microUsdc(balances.get(account) ?? 0n);
  const book = ({ postings }: Entry) => {
    for (const { from, to, amount } of postings) {
      balances.set(accountKey(from), balanceOf(accountKey(from)) - amount);
      balances.set(accountKey(to), balanceOf(accountKey(to)) + amount);
    }
  };
  const escrowOf = (marketId: string) => balanceOf(accountKey({ kind: 'escrow', marketId }));
  const fundsOf = (userId: string): BettorFunds => ({
    ...RICH,
    balance: balanceOf(accountKey({ kind: 'user', userId })),
  });
  const marketOf = (id: string): CoreMarket => found(markets, id);
  const gameOf = ({ gameId }: CoreMarket): CoreGame => found(games, gameId);
  const underWay = (game: CoreGame) => game.markets.filter(({ result }) => result === null);

  /** With the room that the game's other markets leave, as `riskOfOtherMarkets` of the server counts it. */
  function bettable(market: CoreMarket): BettableMarket & { readonly book: FeedBook } {
    const game = gameOf(market);
    const others = game.markets.filter((each) => each !== market && each.isFunded);
    const risk = others.reduce((sum, each) => sum + lossOn(each), 0n);
    const cap = market.book.lossBudget;
    const isFundable = market.isFunded || balanceOf('pool') >= cap;
    const room = isFundable ? smaller(leftOf(game.cap, risk), cap) : ZERO_USDC;
    const { state, closesAt, outcomeIds } = market;
    return { state, closesAt, outcomeIds, book: { ...market.book, room } };
  }

  function decide({ marketId, userId, outcome, stake, odds, isQuoted, now }: AskedBet) {
    return decideBet(bookRules, {
      market: bettable(marketOf(marketId)),
      funds: fundsOf(userId),
      terms: {
        outcomeId: String(outcome),
        stake: microUsdc(stake),
        odds: microOdds(odds),
        quoteExpiresAt: isQuoted ? QUOTED_UNTIL : null,
      },
      now: new Date(now),
    });
  }

  function place(asked: AskedBet): Answer {
    const decision = decide(asked);
    if (decision.kind === 'rejected') return null;
    const { betId: id, userId, marketId, outcome, now } = asked;
    const market = marketOf(marketId);
    const stake = microUsdc(asked.stake);
    if (!market.isFunded) book(marketOpenEntry({ marketId, amount: market.book.lossBudget }));
    market.isFunded = true;
    book(betEntry({ userId, marketId, stake }));
    const bet = {
      ...{ id, userId, marketId, outcome, stake },
      payout: decision.payout,
      at: now,
      report: market.reports,
    };
    if (decision.marketAfter.book.kind !== 'feed') throw new Error('a market of the feed stays one');
    market.book = decision.marketAfter.book;
    market.open.push(bet);
    market.minutes = minutesWith(market, { ...bet, isLatest: now > market.latest });
    market.latest = Math.max(market.latest, now);
    bets.set(id, bet);
    return decision.payout;
  }

  /** The bet, or the part of it, with the market whose price counts now. */
  function saleOf({ betId, part, now }: Pick<AskedSale, 'betId' | 'part' | 'now'>) {
    const whole = bets.get(betId);
    if (whole === undefined) return null;
    if (part !== null && partProblem(microUsdc(part), whole.stake) !== null) return null;
    const bet = part === null ? whole : partOfBet(whole, microUsdc(part));
    const market = marketOf(whole.marketId);
    const running = gameOf(market).isInPlay ? market : market.running;
    const { closesAt, lateFrom } = market;
    const isClosed = stateAt(market, new Date(now)) === 'closed';
    const mayBeSold =
      running === market || (isClosed && maySellInPlay(new Date(whole.at), { closesAt, lateFrom }));
    return { whole, bet, market, running: mayBeSold ? running : null };
  }

  type Sale = NonNullable<ReturnType<typeof saleOf>>;

  function decideSale(
    { whole, bet, market, running }: Sale,
    { amount, now }: Pick<AskedSale, 'amount' | 'now'>,
  ) {
    const own = bettable(market);
    const priced =
      running === null
        ? own
        : atRunningPrice(own, {
            ...{ state: running.state, closesAt: running.closesAt },
            ...{ odds: running.book.odds, pricedAt: running.book.pricedAt },
          });
    const game = gameOf(market);
    const among = underWay(game);
    const lost = game.markets
      .filter(({ result }) => result !== null)
      .reduce((sum, each) => sum + lossOn(each), 0n);
    const { decision, depth } = decideFromCoarse(
      { cap: leftOf(game.cap, lost), markets: among, place: among.indexOf(market) },
      (starts) =>
        decideCashOut({
          mode: 'demo',
          market: priced,
          bet: { ...bet, outcomeId: String(bet.outcome), placedAt: new Date(whole.at), hasEnded: false },
          escrow: escrowOf(market.id),
          starts,
          asked: amount === null ? null : microUsdc(amount),
          isMinimum: running !== null,
          now: new Date(now),
        }),
    );
    depths[depth] += 1;
    if (decision.kind === 'unavailable' && decision.why === 'not-covered') books.notCovered += 1;
    return decision;
  }

  function sell(sale: Sale, asked: Pick<AskedSale, 'amount' | 'now'>): Answer {
    const decision = decideSale(sale, asked);
    if (decision.kind !== 'accepted') return null;
    const { whole, bet, market } = sale;
    const { amount } = decision;
    book(cashOutEntry({ userId: whole.userId, marketId: market.id, amount }));
    remove(market, { whole, bet, paid: amount });
    return amount;
  }

  /** Takes an open bet, or a part of it, off its market. */
  function remove(
    market: CoreMarket,
    { whole, bet, paid }: { whole: CoreBet; bet: CoreBet; paid: MicroUsdc },
  ) {
    market.book = endBetInBook(market.book, { ...bet, paid });
    market.minutes = minutesWithout(market, bet);
    const isWhole = bet.stake === whole.stake;
    const rest = {
      ...whole,
      stake: microUsdc(whole.stake - bet.stake),
      payout: microUsdc(whole.payout - bet.payout),
    };
    market.open = market.open.flatMap((each) => (each !== whole ? [each] : isWhole ? [] : [rest]));
    if (isWhole) bets.delete(whole.id);
    else bets.set(whole.id, rest);
  }

  const isLate = (market: CoreMarket, { at, report }: { at: number; report: number }) =>
    market.starts.some((start) => at >= start.from.getTime() && report < start.report);

  const legMarket = (market: CoreMarket): LegMarket => {
    const { title, isInPlay } = gameOf(market);
    const { odds, winners, pricedAt, isOneSided } = market.book;
    return {
      ...{ state: market.state, closesAt: market.closesAt, outcomeIds: market.outcomeIds },
      feed: {
        gameId: market.gameId,
        gameTitle: title,
        ...{ odds, winners, pricedAt, isInPlay },
        ...(isOneSided && { isOneSided }),
      },
    };
  };

  function comboUse(userId: string, legs: readonly { market: CoreMarket; outcomeId: string }[]): ComboUse {
    const sum = (of: (combo: CoreCombo) => boolean) =>
      microUsdc(
        [...combos.values()].reduce((total, each) => (of(each) ? total + each.housePart : total), 0n),
      );
    const onOutcome = legs.map(({ market, outcomeId }) =>
      sum(({ legs: own }) =>
        own.some((leg) => leg.market === market && leg.outcomeId === outcomeId && leg.result === null),
      ),
    );
    return {
      budget: microUsdc(given.comboBudget),
      all: sum(() => true),
      ofUser: sum((each) => each.userId === userId),
      ofOutcome: onOutcome.reduce(larger, ZERO_USDC),
      pool: balanceOf('pool'),
    };
  }

  /** The only call that depends on how combos are cashed out. */
  const decideComboSale = ({ stake, placedAt, legs }: CoreCombo, now: number) =>
    decideComboCashOut({
      ...{ stake, placedAt, hasEnded: false, asked: null, now: new Date(now) },
      legs: legs.map(({ odds, result, outcomeId, market }) => ({
        odds,
        result,
        outcomeId,
        market: legMarket(market),
      })),
    });

  function endCombo({ id, userId, payout }: CoreCombo, paid: MicroUsdc): MicroUsdc {
    book(comboEndEntry({ userId, payout, paid }));
    combos.delete(id);
    return paid;
  }

  /** Gives selections of a market their results, unless those are null, and ends the combos that end with them. */
  function giveResults(market: CoreMarket, resultOf: (leg: CoreLeg, at: number) => LegResult | null): bigint {
    let paid = 0n;
    for (const combo of [...combos.values()]) {
      const leg = combo.legs.find((each) => each.market === market && each.result === null);
      const result = leg === undefined ? null : resultOf(leg, combo.placedAt.getTime());
      if (leg === undefined || result === null) continue;
      leg.result = result;
      const end = settleCombo(combo);
      if (end !== null) paid += endCombo(combo, end.paid);
    }
    return paid;
  }

  /** One payment per user, however many bets it covers. */
  function paymentsOf(paid: readonly { userId: string; amount: MicroUsdc }[]) {
    const sums = new Map<string, MicroUsdc>();
    for (const { userId, amount } of paid)
      if (amount > 0n) sums.set(userId, microUsdc((sums.get(userId) ?? 0n) + amount));
    return [...sums].map(([userId, amount]) => ({ userId, amount }));
  }

  const books: CoreSportsbook = {
    ...{ balances, markets, combos, depths, notCovered: 0 },
    betOf: (betId) => bets.get(betId),
    maxStake: ({ marketId, outcome }) => bookMaxStake(bettable(marketOf(marketId)).book, outcome),
    valueOf(asked) {
      const sale = saleOf(asked);
      if (sale === null) return null;
      const { market, running, bet } = sale;
      return feedCashOutValue({ ...market.book, odds: (running ?? market).book.odds }, bet);
    },
    openGame({ gameId, title, cap, isInPlay }) {
      games.set(gameId, { title, cap: microUsdc(cap), isInPlay, markets: [] });
    },
    openMarket({ marketId, gameId, cap, outcomes, winners, kind, rule, closesAt, inPlayOf }) {
      const none = Array.from({ length: outcomes }, () => ZERO_USDC);
      const empty: FeedBook = {
        ...{ kind: 'feed', rule: fillRule(rule), winners, odds: none.map(() => null), pricedAt: new Date(0) },
        ...{ lossBudget: microUsdc(cap), room: ZERO_USDC },
        ...{ openReturns: none, received: ZERO_USDC, openStakes: ZERO_USDC },
        ...(kind === 'one-sided' && { isOneSided: true }),
      };
      const market: CoreMarket = {
        ...{
          id: marketId,
          gameId,
          state: 'open',
          closesAt: new Date(closesAt),
          book: empty,
          isFunded: false,
        },
        outcomeIds: none.map((_, outcome) => String(outcome)),
        ...{ sets: setsOf(empty), open: [], minutes: new Map(), latest: 0, haltedAt: null },
        ...{ lateFrom: null, reports: 0, starts: [], running: null, result: null },
      };
      markets.set(marketId, market);
      found(games, gameId).markets.push(market);
      if (inPlayOf !== null) marketOf(inPlayOf).running = market;
    },
    price({ marketId, odds, now }) {
      const market = marketOf(marketId);
      market.book = {
        ...market.book,
        odds: odds.map((each) => (each === null ? null : microOdds(each))),
        pricedAt: new Date(now),
      };
      if (market.state === 'suspended') market.state = 'open';
    },
    stop({ marketId, now }) {
      const market = marketOf(marketId);
      if (market.state !== 'open') return;
      market.state = 'suspended';
      market.haltedAt = new Date(now);
    },
    closeAt({ marketId, at }) {
      marketOf(marketId).closesAt = new Date(at);
    },
    startEarlier({ marketId, from, closes }) {
      const market = marketOf(marketId);
      market.reports += 1;
      market.lateFrom = new Date(from);
      market.starts.push({ from: market.lateFrom, report: market.reports });
      if (closes && from < market.closesAt.getTime()) market.closesAt = market.lateFrom;
    },
    refundLate(marketId) {
      const market = marketOf(marketId);
      const late = market.open.filter((bet) => isLate(market, bet));
      const refunds = paymentsOf(late.map(({ userId, stake }) => ({ userId, amount: stake })));
      if (refunds.length > 0) book(refundEntry({ marketId, refunds }));
      for (const bet of late) remove(market, { whole: bet, bet, paid: bet.stake });
      market.lateFrom = null;
      const paid = giveResults(market, ({ report }, at) => (isLate(market, { at, report }) ? 'void' : null));
      return late.reduce((sum, { stake }) => sum + stake, paid);
    },
    grant({ userId, amount }) {
      book(faucetGrantEntry({ userId, amount: microUsdc(amount) }));
    },
    bet: place,
    sell(asked) {
      const sale = saleOf(asked);
      // On a running game it has to wait.
      return sale === null || sale.running !== null ? null : sell(sale, asked);
    },
    order(asked) {
      const decision = decide(asked);
      if (decision.kind === 'rejected') return null;
      book(orderEntry({ userId: asked.userId, stake: microUsdc(asked.stake) }));
      orders.set(asked.betId, asked);
      return decision.payout;
    },
    lookAtOrder({ betId, now }) {
      const order = found(orders, betId);
      const verdict = judge(marketOf(order.marketId), order, now);
      if (verdict === 'wait') return 'wait';
      orders.delete(betId);
      book(orderEndEntry({ userId: order.userId, stake: microUsdc(order.stake) }));
      return (verdict === 'decide' ? place({ ...order, now }) : null) ?? 'failed';
    },
    orderSale(asked) {
      const sale = saleOf(asked);
      if (sale === null || sale.running === null) return null;
      const decision = decideSale(sale, asked);
      if (decision.kind !== 'accepted') return null;
      sales.set(asked.orderId, { ...asked, openStake: sale.whole.stake });
      return decision.amount;
    },
    lookAtSale({ orderId, now }) {
      const order = found(sales, orderId);
      const sale = saleOf({ ...order, now });
      const isSame = order.part === null || sale?.whole.stake === order.openStake;
      const running = sale?.running ?? null;
      const verdict = running === null || !isSame ? 'changed' : judge(running, order, now);
      if (verdict === 'wait') return 'wait';
      sales.delete(orderId);
      return (sale !== null && verdict === 'decide' ? sell(sale, { ...order, now }) : null) ?? 'failed';
    },
    combo({ comboId: id, userId, legs: asked, stake, odds, now }) {
      const legs = asked.map(({ marketId, outcome }) => ({
        market: marketOf(marketId),
        outcomeId: String(outcome),
      }));
      const decision = decideCombo({
        legs: legs.map(({ market, outcomeId }) => ({
          marketId: market.id,
          outcomeId,
          market: legMarket(market),
        })),
        ...{ funds: fundsOf(userId), use: comboUse(userId, legs), now: new Date(now) },
        ...{ stake: microUsdc(stake), signedOdds: microOdds(odds) },
      });
      if (decision.kind === 'rejected') return null;
      const { payout, housePart, legOdds } = decision;
      book(comboEntry({ userId, stake: microUsdc(stake), housePart }));
      combos.set(id, {
        ...{ id, userId, stake: microUsdc(stake), payout, housePart, placedAt: new Date(now) },
        legs: legs.map(({ market, outcomeId }, place) => {
          const own = legOdds[place];
          if (own === undefined) throw new Error('each leg has odds');
          return { market, outcomeId, odds: own, report: market.reports, result: null };
        }),
      });
      return payout;
    },
    sellCombo({ comboId, now }) {
      const combo = combos.get(comboId);
      const decision = combo === undefined ? null : decideComboSale(combo, now);
      return combo === undefined || decision?.kind !== 'accepted' ? null : endCombo(combo, decision.amount);
    },
    end({ marketId, won }) {
      const market = marketOf(marketId);
      const { outcomeIds, book: owed, open } = market;
      const result: MarketResult =
        won === null ? { kind: 'void' } : { kind: 'won', outcomeIds: won.map(String) };
      const sum = (amounts: readonly bigint[]) =>
        microUsdc(amounts.reduce((total, each) => total + each, 0n));
      const rehearsal = rehearse(
        {
          ...{ marketId, version: 1, winners: owed.winners, escrow: escrowOf(marketId) },
          funded: market.isFunded ? owed.lossBudget : ZERO_USDC,
          open: outcomeIds.map((outcomeId) => {
            const on = open.filter((bet) => String(bet.outcome) === outcomeId);
            const stakes = sum(on.map(({ stake }) => stake));
            return { outcomeId, bets: on.length, stakes, payouts: sum(on.map(({ payout }) => payout)) };
          }),
        },
        result,
      );
      const paid = open.map((bet) => ({
        userId: bet.userId,
        amount: settleBet({ ...bet, outcomeId: String(bet.outcome) }, result).paid,
      }));
      if (sum(paid.map(({ amount }) => amount)) !== rehearsal.paid)
        throw new Error(`market ${marketId} is paid otherwise than rehearsed`);
      const payments = paymentsOf(paid);
      if (payments.length > 0) book(settlementEntry({ marketId, payments }));
      if (rehearsal.toPool > 0n) book(marketRemainderEntry({ marketId, amount: rehearsal.toPool }));
      for (const { id } of open) bets.delete(id);
      Object.assign(market, { open: [], result, state: won === null ? 'void' : 'settled' });
      return rehearsal.paid;
    },
    resolve(marketId) {
      const market = marketOf(marketId);
      const { result } = market;
      if (result === null) throw new Error(`market ${marketId} hasn't ended`);
      return giveResults(market, ({ outcomeId, report }, at) => {
        if (result.kind === 'void' || isLate(market, { at, report })) return 'void';
        return result.outcomeIds.includes(outcomeId) ? 'won' : 'lost';
      });
    },
  };
  book(poolFundingEntry({ amount: microUsdc(given.pool) }));
  return books;
}

/** What becomes of an order on a market in play. */
const judge = (
  { state, closesAt, haltedAt, book: { pricedAt } }: CoreMarket,
  { now: orderedAt, decideAt }: { now: number; decideAt: number },
  now: number,
) =>
  judgeOrder(
    { orderedAt: new Date(orderedAt), decideAt: new Date(decideAt) },
    { state, closesAt, haltedAt, pricedAt },
    new Date(now),
  );

function found<T>(items: ReadonlyMap<string, T>, id: string): T {
  const item = items.get(id);
  if (item === undefined) throw new Error(`there is no ${id}`);
  return item;
}
