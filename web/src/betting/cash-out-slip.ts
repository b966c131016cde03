import type { WireBet } from '@tallystone/core/http-api/betting';
import { store } from '../signals/store.ts';

const opened = store<WireBet | null>(null);

/** The bet whose cash-out dialog is open; null for none. */
export const useCashOutSlip = opened.use;

export const openCashOut: (bet: WireBet) => void = opened.set;
export const closeCashOut = () => opened.set(null);
