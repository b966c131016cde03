import { partOfBet } from '@tallystone/core/betting/part-of-bet';
import type { WireCashOutQuote } from '@tallystone/core/http-api/betting';
import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import type { Session } from '../http/session.ts';
import { getStoredMarket } from '../markets/stored-market.ts';
import { getAutomaticCashOut } from './automatic-cash-out-store.ts';
import { type CashOutDeps, unknownBet } from './cash-out.ts';
import { getOwnBet } from './cash-out-store.ts';
import { ofOneMoment } from './decide-cash-outs.ts';
import { getUnfilledOrder } from './order-store.ts';
import { atItsPrice, loadRunning } from './running-prices.ts';
import { decideSale } from './sell.ts';
import { loadSelling } from './selling.ts';
import { stakeOfPart } from './stake-of-part.ts';

/**
 * What the market gives for a bet now, or why it cannot be cashed out. It reserves nothing and guarantees no price.
 *
 * @param stake of a part of the open stake, USDC as in the request; undefined: all that is open
 * @throws HttpError `not-found` if the bet is not the user's; `invalid-request` if that is no part of it
 */
export async function quoteCashOut(
  { db, mode }: Pick<CashOutDeps, 'db' | 'mode'>,
  { session, betId, stake }: { session: Session; betId: string; stake?: string | undefined },
): Promise<WireCashOutQuote> {
  const { decision, openStake, version, running, waitsUntil } = await ofOneMoment(db, async (tx) => {
    const own = { betId, userId: session.userId };
    const found = await getOwnBet(tx, own);
    if (found === null) {
      const order = await getUnfilledOrder(tx, own);
      if (order === null) throw unknownBet();
      return { ...NOT_ACCEPTED, version: order.version };
    }
    const { bet: open, now } = found;
    const isPart = stake !== undefined && !open.hasEnded;
    const bet = isPart ? partOfBet(open, stakeOfPart(stake, open.stake)) : open;
    const { marketId } = bet;
    const market = await getStoredMarket(tx, marketId);
    if (market === null) throw new Error(`bet ${betId} has no market`);
    const { funded, version } = market;
    // Only games of the feed are played. The page asks once a second, so our own markets don't look for one.
    const isOfFeed = market.book.kind === 'feed';
    const running = isOfFeed ? (await loadRunning(tx, [marketId])).get(marketId) : undefined;
    const selling = isOfFeed ? (await loadSelling(tx, 'bet', [betId])).get(betId) : undefined;
    const priced = atItsPrice({ mode, market, marketId, bet, funded, asked: null, now }, running);
    const automatic = isPart ? await getAutomaticCashOut(tx, betId) : null;
    return {
      decision: automatic === null ? await decideSale(tx, priced) : WAITS_FOR_ALL,
      openStake: open.hasEnded ? ZERO_USDC : open.stake,
      version,
      running: priced.running,
      waitsUntil: selling?.kind === null ? selling.decideAt : null,
    };
  });
  const quoted = {
    betId,
    openStake: usdcToNumber(openStake),
    version: running?.version ?? version,
    ...(running !== null && { delay: running.delaySeconds, pricedBy: running.marketId }),
  };
  if (waitsUntil !== null && decision.kind === 'accepted') {
    const { sentence, reason } = say('cash-out-waiting');
    return { ...quoted, amount: null, reason: sentence, why: reason, availableAt: waitsUntil.toISOString() };
  }
  switch (decision.kind) {
    case 'accepted':
      return { ...quoted, amount: usdcToNumber(decision.amount) };
    case 'unavailable': {
      const { sentence, reason } = say(`cash-out-${decision.why}`);
      return {
        ...quoted,
        amount: null,
        reason: sentence,
        why: reason,
        ...(decision.availableAt !== null && { availableAt: decision.availableAt.toISOString() }),
      };
    }
    case 'fell':
      throw new Error('no amount was asked for, so none can be too high');
  }
}

/** What was sent while its game was played, and waits or has failed. */
const NOT_ACCEPTED = {
  decision: { kind: 'unavailable', why: 'not-accepted', availableAt: null },
  openStake: ZERO_USDC,
  ...{ running: null, waitsUntil: null },
} as const;

/** No part is sold of a bet whose automatic cash-out waits. */
const WAITS_FOR_ALL = { kind: 'unavailable', why: 'automatic', availableAt: null } as const;
