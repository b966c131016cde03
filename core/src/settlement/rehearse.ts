import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import type { MarketResult } from './result.ts';

/** The open bets on one outcome of a market that is to end. */
export interface OpenOnOutcome {
  readonly outcomeId: string;
  readonly bets: number;
  /** Micro-USDC. */
  readonly stakes: MicroUsdc;
  /** What is owed if it wins, micro-USDC. */
  readonly payouts: MicroUsdc;
}

/** A locked market that is to end. */
export interface EndingMarket {
  readonly marketId: string;
  readonly version: number;
  /** How many outcomes win. */
  readonly winners: number;
  /** Open bets. */
  readonly open: readonly OpenOnOutcome[];
  /** What is in its escrow, micro-USDC. */
  readonly escrow: MicroUsdc;
  /** What the house put there, micro-USDC. */
  readonly funded: MicroUsdc;
}

/** What ending a market does to the books, to the micro-USDC. Two admins approve it by its hash. */
export interface Rehearsal {
  readonly marketId: string;
  readonly version: number;
  /** Its winners are in the market's order. */
  readonly result: MarketResult;
  /** Open bets that end. */
  readonly bets: number;
  /** How many of them are paid, and their total, micro-USDC. */
  readonly paidBets: number;
  readonly paid: MicroUsdc;
  /** Before anything is paid, micro-USDC. */
  readonly escrow: MicroUsdc;
  /** What goes back to the pool, micro-USDC. */
  readonly toPool: MicroUsdc;
  /** What the house gains on the market over its whole life, micro-USDC; below zero for a loss. */
  readonly houseResult: MicroUsdc;
}

/**
 * Calculates what a result pays before anything is paid.
 *
 * @throws RangeError when the result isn't one of the market's rule, or the escrow couldn't pay everyone: a broken promise
 */
export function rehearse(market: EndingMarket, result: MarketResult): Rehearsal {
  const { marketId, version, winners, open, escrow, funded } = market;
  const won =
    result.kind === 'void' ? open : open.filter(({ outcomeId }) => result.outcomeIds.includes(outcomeId));
  if (result.kind === 'won' && (won.length !== winners || result.outcomeIds.length !== winners)) {
    throw new RangeError(
      `market ${marketId} ends with ${winners} of its outcomes, not with ${result.outcomeIds.join(', ')}`,
    );
  }
  const paid = won.reduce(
    (sum, { stakes, payouts }) => sum + (result.kind === 'void' ? stakes : payouts),
    0n,
  );
  if (paid > escrow) {
    throw new RangeError(`market ${marketId} holds ${escrow} micro-USDC and owes ${paid}`);
  }
  return {
    marketId,
    version,
    result:
      result.kind === 'void' ? result : { kind: 'won', outcomeIds: won.map(({ outcomeId }) => outcomeId) },
    bets: open.reduce((sum, { bets }) => sum + bets, 0),
    paidBets: won.reduce((sum, { bets }) => sum + bets, 0),
    paid: microUsdc(paid),
    escrow,
    toPool: microUsdc(escrow - paid),
    houseResult: microUsdc(escrow - paid - funded),
  };
}

/** SHA-256 of all of a rehearsal's fields, hex: equal only for equal rehearsals. */
export function rehearsalHash(rehearsal: Rehearsal): string {
  const { marketId, version, result, bets, paidBets, paid, escrow, toPool, houseResult } = rehearsal;
  const outcome = result.kind === 'void' ? 'void' : result.outcomeIds.join('+');
  const text = [marketId, version, outcome, bets, paidBets, paid, escrow, toPool, houseResult].join('|');
  return bytesToHex(sha256(utf8ToBytes(text)));
}
