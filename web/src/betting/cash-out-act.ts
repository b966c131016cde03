import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { WireBet, WireCashOut } from '@tallystone/core/http-api/betting';

/** What the bettor asked for when pressing the button: this bet, for this much. */
export interface CashOutOrder {
  bet: WireBet;
  /** USDC, as sent and signed. */
  amount: number;
  wallet: { publicKey: string; name: string };
}

/** Where the latest cash-out stands. */
export type CashOutAct =
  | { kind: 'idle' }
  | { kind: 'signing'; order: CashOutOrder }
  | { kind: 'sending'; order: CashOutOrder; signature: string }
  /** It may have been paid: the same signed request is sent again, or let go of. */
  | { kind: 'unanswered'; order: CashOutOrder; signature: string; sentence: string }
  /** Nothing was paid. */
  | { kind: 'failed'; order: CashOutOrder; code: string; sentence: string }
  | { kind: 'paid'; order: CashOutOrder; paid: WireCashOut };

/** Whether a wallet or the server is being waited for, so that no other cash-out may start. */
export function isCashingOut({ kind }: CashOutAct): boolean {
  return kind === 'signing' || kind === 'sending';
}

/** The bet that the latest cash-out is about. */
export function cashOutBetId(act: CashOutAct): string | null {
  return act.kind === 'idle' ? null : act.order.bet.id;
}

/** The exact text the wallet shows and signs. */
export function cashOutText({ betId, amount }: { betId: string; amount: number }): string {
  return cashOutMessage({ betId, amount: wireNumberText(amount) });
}
