import { hexToBytes } from '@noble/hashes/utils.js';
import { betMessage } from '@tallystone/core/betting/bet-message';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import type { PlacedBet, WireBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { evmWallet, type TypedDataWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { micro } from './amounts.ts';

/** A person with a wallet on the chain, outside the browser: bets with both signatures, and acts as an admin. */
export class LiveRival {
  readonly #url: string;
  readonly #wallet: TypedDataWallet;
  #token = '';

  private constructor(url: string, secret: Uint8Array) {
    this.#url = url;
    this.#wallet = evmWallet(secret);
  }

  get address(): string {
    return this.#wallet.address;
  }

  /** @param key hex with 0x */
  static async signIn(url: string, key: string): Promise<LiveRival> {
    const rival = new LiveRival(url, hexToBytes(key.slice(2)));
    const { nonce, message } = await rival.call<{ nonce: string; message: string }>(
      'GET',
      `/api/auth/nonce?wallet=${rival.address}`,
    );
    const { token } = await rival.call<{ token: string }>('POST', '/api/auth/verify', {
      wallet: rival.address,
      nonce,
      walletType: 'metamask',
      signature: rival.#wallet.sign(message),
    });
    rival.#token = token;
    return rival;
  }

  /** Opens a market with two outcomes as an admin, and waits until the contract takes bets on it. */
  async openMarket(market: Pick<NewMarketForm, 'title' | 'eventDate'>): Promise<WireMarket> {
    const form = { type: 'politics', category: 'policy', outcomes: ['Yes', 'No'], ...market };
    const { id } = await until('the pool has money', () =>
      this.call<{ id: string }>('POST', '/api/admin/create-market', form).catch(nullIf('pool-too-small')),
    );
    return until(`${market.title} is open`, async () => {
      const found = await this.call<WireMarket>('GET', `/api/markets/${id}`);
      return found.state === 'open' ? found : null;
    });
  }

  /** Bets, and waits until the stake is final on the chain. */
  async bet(market: WireMarket, outcome: number, amount: number): Promise<WireBet> {
    const outcomeId = market.outcomes[outcome]?.id ?? '';
    const query = new URLSearchParams({ outcomeId, amount: String(amount) });
    const quote = await this.call<WireQuote>('GET', `/api/markets/${market.id}/quote?${query}`);
    const { live: terms } = await this.call<WireConfig>('GET', '/api/config');
    const { live, odds, quoteId } = quote;
    if (live === undefined || terms === undefined) throw new Error('the quote is not for a live bet');
    // Addresses in the configuration are hex with 0x.
    const place = { chainId: terms.chainId, escrow: terms.escrow as Hex };
    const authorization = stakeAuthorization(
      {
        betId: chainIdOf(live.betId),
        marketId: chainIdOf(market.id),
        bettor: this.address as Hex,
        outcome,
        stake: microUsdc(micro(amount)),
        odds: microOdds(micro(odds)),
        deadline: live.deadline,
      },
      place,
      { ...terms.usdc, address: terms.usdc.address as Hex },
    );
    const { id } = await this.call<PlacedBet>('POST', '/api/bets', {
      publicKey: this.address,
      marketId: market.id,
      outcomeId,
      amount,
      odds,
      quoteId,
      signature: this.#wallet.sign(betMessage({ amount: String(amount), outcomeId, odds: String(odds) })),
      authorization: this.#wallet.signDigest(typedDataDigest(authorization)),
    });
    return until(`${id} is final`, async () => {
      const bets = await this.call<WireBet[]>('GET', '/api/user/bets');
      return bets.find((bet) => bet.id === id && bet.status === 'confirmed') ?? null;
    });
  }

  /** @throws Error with the answer's code as its cause if it is not 200 */
  async call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${text}`, { cause: JSON.parse(text).code });
    }
    // The server's own tests check its answers against the schemas.
    return JSON.parse(text) as T;
  }
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 300;

/** Asks again until there is a result. */
async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; ) {
    const found = await ask();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`timed out waiting until ${what}`);
}

/** Treats a refusal as "not yet". */
function nullIf(code: string) {
  return (error: unknown) => {
    if (error instanceof Error && error.cause === code) return null;
    throw error;
  };
}
