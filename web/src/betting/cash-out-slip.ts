import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { store } from '../signals/store.ts';

/** How a bet is sold: now, or once it is worth an amount. */
export type CashOutWay = 'now' | 'automatic';

interface CashOutSlip {
  bet: WireBet | WireCombo;
  /** What the dialog begins with. `cancel`: it asks whether to cancel the automatic cash-out of the bet. */
  step: CashOutWay | 'cancel';
}

const opened = store<CashOutSlip | null>(null);

/** The bet or combo whose cash-out dialog is open; null for none. */
export const useCashOutSlip = opened.use;

export const openCashOut = (bet: CashOutSlip['bet'], step: CashOutSlip['step'] = 'now') =>
  opened.set({ bet, step });
export const closeCashOut = () => opened.set(null);
