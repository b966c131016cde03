import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { betMessage } from '@tallystone/core/betting/bet-message';
import type { PlacedBet, WireQuote } from '@tallystone/core/http-api/betting';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';

/** Another bettor, outside the browser, who moves the odds by betting. */
export class Rival {
  readonly #url: string;
  readonly #wallet: EvmWallet;
  #token = '';

  private constructor(url: string, secret: Uint8Array) {
    this.#url = url;
    this.#wallet = evmWallet(secret);
  }

  get address(): string {
    return this.#wallet.address;
  }

  /** @param secret hex, of a wallet that is also in a browser; if absent, a fresh key */
  static async signIn(url: string, secret?: string): Promise<Rival> {
    const rival = new Rival(url, secret ? hexToBytes(secret) : secp256k1.utils.randomSecretKey());
    const wallet = rival.#wallet.address;
    const { nonce, message } = await rival.#call<{ nonce: string; message: string }>(
      'GET',
      `/api/auth/nonce?wallet=${wallet}&chain=Polygon`,
    );
    const { token } = await rival.#call<{ token: string }>('POST', '/api/auth/verify', {
      wallet,
      nonce,
      walletType: 'evm',
      chain: 'Polygon',
      signature: rival.#wallet.sign(message),
    });
    rival.#token = token;
    return rival;
  }

  async bet(market: { id: string; outcomeId: string }, amount: number): Promise<PlacedBet> {
    const query = new URLSearchParams({ outcomeId: market.outcomeId, amount: String(amount) });
    const quote = await this.#call<WireQuote>('GET', `/api/markets/${market.id}/quote?${query}`);
    return this.#call<PlacedBet>('POST', '/api/bets', {
      publicKey: this.#wallet.address,
      marketId: market.id,
      outcomeId: market.outcomeId,
      amount,
      odds: quote.odds,
      quoteId: quote.quoteId,
      signature: this.#wallet.sign(
        betMessage({ amount: String(amount), outcomeId: market.outcomeId, odds: String(quote.odds) }),
      ),
    });
  }

  async #call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    // The server's own tests check its answers against the schemas.
    return (await answer.json()) as T;
  }
}

/** Other bettors bet on an outcome until a stake of 30 USDC gets less than these odds. */
export async function pushBelow(
  url: string,
  { outcomeId, odds }: { outcomeId: string; odds: number },
): Promise<void> {
  const market = await marketOf(url, outcomeId);
  for (;;) {
    // Each can stake its practice money once.
    const rival = await Rival.signIn(url);
    await rival.bet(market, 900);
    const query = new URLSearchParams({ outcomeId, amount: '30' });
    const quote = await fetch(`${url}/api/markets/${market.id}/quote?${query}`);
    if (((await quote.json()) as WireQuote).odds < odds) return;
  }
}

/** The market of an outcome id. */
export async function marketOf(url: string, outcomeId: string): Promise<{ id: string; outcomeId: string }> {
  const markets = (await (await fetch(`${url}/api/markets`)).json()) as {
    id: string;
    outcomes: { id: string }[];
  }[];
  const market = markets.find(({ outcomes }) => outcomes.some(({ id }) => id === outcomeId));
  if (market === undefined) throw new Error(`no open market has the outcome ${outcomeId}`);
  return { id: market.id, outcomeId };
}
