import { betMessage } from '@tallystone/core/betting/bet-message';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
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

/** Signs the sale of a bet for an amount. @param amount USDC */
export async function signCashOut(
  wallet: Wallet,
  { betId, amount }: { betId: string; amount: number },
): Promise<RequestBody<'cashOut'>> {
  const signature = await wallet.signMessage(cashOutMessage({ betId, amount: wireNumberText(amount) }));
  return { amount, signature };
}
