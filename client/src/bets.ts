import { betMessage } from '@tallystone/core/betting/bet-message';
import {
  automaticCashOutMessage,
  cashOutMessage,
  partialCashOutMessage,
} from '@tallystone/core/betting/cash-out-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { newKey } from './new-key.ts';
import { TallystoneError } from './tallystone-error.ts';
import type { Wallet } from './wallet.ts';

/** A signed bet with its key: sending it again is the same bet. */
export interface SignedBet {
  readonly body: RequestBody<'placeBet'>;
  readonly key: string;
}

/**
 * Signs a bet on a quote.
 *
 * @param odds the lowest odds to accept. Default: the quote's suggestion
 * @throws TallystoneError `live-unsupported` for a quote of a live bet, whose stake needs a second signature
 */
export async function signBet(
  wallet: Wallet,
  quote: Pick<WireQuote, 'marketId' | 'outcomeId' | 'amount' | 'odds' | 'minOdds' | 'quoteId' | 'live'>,
  { odds = quote.minOdds ?? quote.odds, key = newKey() }: { odds?: number; key?: string } = {},
): Promise<SignedBet> {
  if (quote.live !== undefined) {
    throw new TallystoneError({
      status: 0,
      code: 'live-unsupported',
      text: 'A live bet also needs the signature over its stake, which this client does not make yet.',
    });
  }
  const { marketId, outcomeId, amount, quoteId } = quote;
  const text = betMessage({ amount: wireNumberText(amount), outcomeId, odds: wireNumberText(odds) });
  const signature = await wallet.signMessage(text);
  const body = { publicKey: wallet.address, marketId, outcomeId, amount, odds, signature };
  return { key, body: quoteId === undefined ? body : { ...body, quoteId } };
}

/** A signed combo with its key: sending it again is the same combo. */
export interface SignedCombo {
  readonly body: RequestBody<'placeCombo'>;
  readonly key: string;
}

/** What a combo is placed on. */
export interface ComboTerms {
  readonly legs: RequestBody<'placeCombo'>['legs'];
  /** USDC. */
  readonly amount: number;
  /** The lowest odds to accept, such as those of `api.quoteCombo`. */
  readonly odds: number;
}

/** Signs a combo. */
export async function signCombo(
  wallet: Wallet,
  { legs, amount, odds }: ComboTerms,
  { key = newKey() }: { key?: string } = {},
): Promise<SignedCombo> {
  const text = comboMessage({
    amount: wireNumberText(amount),
    outcomeIds: legs.map(({ outcomeId }) => outcomeId),
    odds: wireNumberText(odds),
  });
  const signature = await wallet.signMessage(text);
  return { key, body: { publicKey: wallet.address, legs, amount, odds, signature } };
}

/** Signs the sale of all that is open of a bet, or of a combo, for an amount. @param amount USDC */
export async function signCashOut(
  wallet: Wallet,
  { betId, amount }: { betId: string; amount: number },
): Promise<RequestBody<'cashOut'>> {
  const signature = await wallet.signMessage(cashOutMessage({ betId, amount: wireNumberText(amount) }));
  return { amount, signature };
}

/**
 * Signs the sale of a part of a bet for an amount.
 *
 * @param stake how much of the open stake is sold, USDC
 * @param of the open stake, USDC
 * @param amount USDC
 */
export async function signPartialCashOut(
  wallet: Wallet,
  { betId, stake, of, amount }: { betId: string; stake: number; of: number; amount: number },
): Promise<RequestBody<'cashOut'>> {
  const text = partialCashOutMessage({
    betId,
    stake: wireNumberText(stake),
    of: wireNumberText(of),
    amount: wireNumberText(amount),
  });
  return { amount, part: { stake, of }, signature: await wallet.signMessage(text) };
}

/**
 * Signs that a bet is cashed out once the market gives an amount.
 *
 * @param amount USDC: the least that is paid
 */
export async function signAutomaticCashOut(
  wallet: Wallet,
  { betId, amount }: { betId: string; amount: number },
): Promise<RequestBody<'setAutomaticCashOut'>> {
  const text = automaticCashOutMessage({ betId, amount: wireNumberText(amount) });
  return { amount, signature: await wallet.signMessage(text) };
}
