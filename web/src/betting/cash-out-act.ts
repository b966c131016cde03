import {
  automaticCashOutMessage,
  cashOutMessage,
  partialCashOutMessage,
} from '@tallystone/core/betting/cash-out-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { WireCashOut } from '@tallystone/core/http-api/betting';
import type { CashOutWay } from './cash-out-slip.ts';
import type { Sold } from './sold.ts';

/** A cash-out as the bettor ordered it: this bet, a part of it, or a combo, for this amount. */
export interface CashOutOrder {
  bet: Sold;
  way: CashOutWay;
  /** USDC, as sent and signed. */
  amount: number;
  /** The stake that is sold and the open stake, USDC, as sent and signed; undefined: all that is open. */
  part?: { stake: number; of: number } | undefined;
  wallet: { publicKey: string; name: string };
}

/** The state of the latest cash-out. */
export type CashOutAct =
  | { kind: 'idle' }
  | { kind: 'signing'; order: CashOutOrder }
  | { kind: 'sending'; order: CashOutOrder; signature: string }
  /** It may have been paid. The bettor sends the same signed request again or lets it go. */
  | { kind: 'unanswered'; order: CashOutOrder; signature: string; sentence: string }
  /** The game is played, so it waits for a delay. */
  | { kind: 'waiting'; order: CashOutOrder; decidesAt: string }
  /** Nothing was paid. */
  | { kind: 'failed'; order: CashOutOrder; code: string; sentence: string }
  | { kind: 'paid'; order: CashOutOrder; paid: Pick<WireCashOut, 'amount' | 'profit'> };

/** True while the wallet or the server has not answered; no other cash-out may start then. */
export function isCashingOut({ kind }: CashOutAct): boolean {
  return kind === 'signing' || kind === 'sending';
}

/** The exact text the wallet shows and signs. */
export function cashOutText({ bet, way, amount, part }: Omit<CashOutOrder, 'wallet'>): string {
  const sent = { betId: bet.id, amount: wireNumberText(amount) };
  if (way === 'automatic') return automaticCashOutMessage(sent);
  if (part === undefined) return cashOutMessage(sent);
  const { stake, of } = part;
  return partialCashOutMessage({ ...sent, stake: wireNumberText(stake), of: wireNumberText(of) });
}
