import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { store } from '../signals/store.ts';

const opened = store<WireBet | WireCombo | null>(null);

/** The bet or combo whose cash-out dialog is open; null for none. */
export const useCashOutSlip = opened.use;

export const openCashOut: (bet: WireBet | WireCombo) => void = opened.set;
export const closeCashOut = () => opened.set(null);
