import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Reason } from '@tallystone/core/sentences/all';
import { isReason } from '@tallystone/core/sentences/is-reason';
import type { Rehearsal } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { col } from '../db/rows.ts';

function toReason(cell: unknown, name: string): Reason {
  if (!isReason(cell))
    throw new TypeError(`the column ${name} of a query has a reason that this version doesn't know`);
  return cell;
}

/** A rehearsal as it is stored with its resolution. Amounts are micro-USDC as text, which keeps every digit. */
export const storedRehearsal = col.object({
  marketId: col.text,
  title: col.text,
  /** The market's version at the rehearsal; proposing its end makes the next one. */
  version: col.number,
  /** The first winner; null for a void. */
  outcomeId: col.text.orNull,
  /** The other winners; absent without any. */
  alsoWonIds: col.list(col.text).orUndefined,
  /** The names of all winners. */
  outcomeName: col.text.orNull,
  bets: col.number,
  paidBets: col.number,
  paid: col.text,
  escrow: col.text,
  toPool: col.text,
  houseResult: col.text,
  /** Selections of combos that the result decides, and combos that lose by it; absent for none. */
  comboLegs: col.number.orUndefined,
  lostCombos: col.number.orUndefined,
  largest: col.list(col.object({ wallet: col.text, betId: col.text, stake: col.text, paid: col.text })),
  ledger: col.list(col.object({ account: col.text, before: col.text, after: col.text })),
  odd: col.list(col.text),
  /** In the order of `odd`; absent if it was stored before there were codes. */
  oddReasons: col.list(toReason).orUndefined,
});
export type StoredRehearsal = ReturnType<typeof storedRehearsal>;

/** @param alsoWon the winners besides the first */
export const resultOf = (outcomeId: string | null, alsoWon: readonly string[]): MarketResult =>
  outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeIds: [outcomeId, ...alsoWon] };

/** The exact rehearsal in micro-USDC, which the payment must match. */
export function rehearsalOf(stored: StoredRehearsal): Rehearsal {
  const { marketId, version, outcomeId, alsoWonIds = [], bets, paidBets } = stored;
  return {
    marketId,
    version,
    result: resultOf(outcomeId, alsoWonIds),
    bets,
    paidBets,
    paid: microUsdc(BigInt(stored.paid)),
    escrow: microUsdc(BigInt(stored.escrow)),
    toPool: microUsdc(BigInt(stored.toPool)),
    houseResult: microUsdc(BigInt(stored.houseResult)),
  };
}

/** Amounts cross the wire in USDC. */
export function wireRehearsal(
  { oddReasons, alsoWonIds, ...stored }: StoredRehearsal,
  hash: string,
): WireRehearsal {
  const usdc = (text: string) => usdcToNumber(microUsdc(BigInt(text)));
  return {
    ...stored,
    paid: usdc(stored.paid),
    escrow: usdc(stored.escrow),
    toPool: usdc(stored.toPool),
    houseResult: usdc(stored.houseResult),
    largest: stored.largest.map((bet) => ({ ...bet, stake: usdc(bet.stake), paid: usdc(bet.paid) })),
    ledger: stored.ledger.map((line) => ({ ...line, before: usdc(line.before), after: usdc(line.after) })),
    ...(alsoWonIds && { alsoWonIds }),
    ...(oddReasons && { oddReasons }),
    hash,
  };
}
