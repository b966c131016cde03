import { randomUUID } from 'node:crypto';
import type { SentCombo } from '@tallystone/api/combos/check-combo.ts';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import type { RequestBody } from '@tallystone/core/http-api';
import type { TestWallet } from '../wallets/wallets.ts';
import type { TestBettor, TestMarket } from './betting.ts';

export interface TestSelection {
  readonly market: TestMarket;
  /** Default: the first outcome. */
  readonly outcome?: number;
}

interface ComboTerms {
  readonly legs: readonly TestSelection[];
  readonly amount: number;
  /** The lowest odds that are accepted. */
  readonly odds: number;
}

/** A combo as an app sends it: signed by the bettor, by default with a fresh key. */
export function aCombo(
  bettor: TestBettor,
  { key = randomUUID(), ...terms }: ComboTerms & { key?: string },
): SentCombo {
  return { session: bettor.session, body: aComboBody(bettor, terms), idempotencyKey: key };
}

/** The body of a combo, signed by a wallet. */
function aComboBody(
  { wallet, sign }: TestWallet,
  { legs, amount, odds }: ComboTerms,
): RequestBody<'placeCombo'> {
  const selections = legs.map(({ market, outcome = 0 }) => ({
    marketId: market.marketId,
    outcomeId: market.outcomeIds[outcome] ?? '',
  }));
  const text = comboMessage({
    amount: String(amount),
    outcomeIds: selections.map(({ outcomeId }) => outcomeId),
    odds: String(odds),
  });
  return {
    publicKey: wallet.text,
    legs: selections,
    amount,
    odds,
    signature: `0x${Buffer.from(sign(text)).toString('hex')}`,
  };
}

/** The cash-out of a combo as an app sends it, signed by the bettor. */
export function aComboCashOut(bettor: TestBettor, { comboId, amount }: { comboId: string; amount: number }) {
  const text = cashOutMessage({ betId: comboId, amount: String(amount) });
  const signature = `0x${Buffer.from(bettor.sign(text)).toString('hex')}`;
  return { session: bettor.session, comboId, body: { amount, signature } };
}
