import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Reason } from '@tallystone/core/sentences/all';
import { isReason } from '@tallystone/core/sentences/is-reason';
import type { Rehearsal } from '@tallystone/core/settlement/rehearse';
import { col } from '../db/rows.ts';

function toReason(cell: unknown, name: string): Reason {
  if (!isReason(cell))
    throw new TypeError(`the column ${name} of a query has a reason that this version doesn't know`);
  return cell;
}

/** A rehearsal as it is stored with its resolution: micro-USDC as text, so that every digit stays. */
export const storedRehearsal = col.object({
  marketId: col.text,
  title: col.text,
  /** Of the market as it was rehearsed: proposing its end makes the next one. */
  version: col.number,
  /** Null: void. */
  outcomeId: col.text.orNull,
  outcomeName: col.text.orNull,
  bets: col.number,
  paidBets: col.number,
  paid: col.text,
  escrow: col.text,
  toPool: col.text,
  houseResult: col.text,
  largest: col.list(col.object({ wallet: col.text, betId: col.text, stake: col.text, paid: col.text })),
  ledger: col.list(col.object({ account: col.text, before: col.text, after: col.text })),
  odd: col.list(col.text),
  /** In their order; absent of what was stored before there were codes. */
  oddReasons: col.list(toReason).orUndefined,
});
export type StoredRehearsal = ReturnType<typeof storedRehearsal>;

/** What was rehearsed, to the micro: what its payment must come to. */
export function rehearsalOf(stored: StoredRehearsal): Rehearsal {
  const { marketId, version, outcomeId, bets, paidBets } = stored;
  return {
    marketId,
    version,
    result: outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeId },
    bets,
    paidBets,
    paid: microUsdc(BigInt(stored.paid)),
    escrow: microUsdc(BigInt(stored.escrow)),
    toPool: microUsdc(BigInt(stored.toPool)),
    houseResult: microUsdc(BigInt(stored.houseResult)),
  };
}

/** As it crosses the wire: amounts in USDC. */
export function wireRehearsal(stored: StoredRehearsal, hash: string): WireRehearsal {
  const usdc = (text: string) => usdcToNumber(microUsdc(BigInt(text)));
  return {
    marketId: stored.marketId,
    title: stored.title,
    version: stored.version,
    outcomeId: stored.outcomeId,
    outcomeName: stored.outcomeName,
    bets: stored.bets,
    paidBets: stored.paidBets,
    paid: usdc(stored.paid),
    escrow: usdc(stored.escrow),
    toPool: usdc(stored.toPool),
    houseResult: usdc(stored.houseResult),
    largest: stored.largest.map(({ wallet, betId, stake, paid }) => ({
      wallet,
      betId,
      stake: usdc(stake),
      paid: usdc(paid),
    })),
    ledger: stored.ledger.map(({ account, before, after }) => ({
      account,
      before: usdc(before),
      after: usdc(after),
    })),
    odd: [...stored.odd],
    ...(stored.oddReasons && { oddReasons: [...stored.oddReasons] }),
    hash,
  };
}
