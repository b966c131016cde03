import type { ResponseBody } from '@tallystone/core/http-api';
import { apiPath } from '@tallystone/core/http-api/api-path';
import type {
  PlacedBet,
  WireAutomaticCashOut,
  WireCashOut,
  WireQuote,
} from '@tallystone/core/http-api/betting';
import type { WireCombo, WireComboCashOut } from '@tallystone/core/http-api/combos';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { type Api, apiOf, type CallName, type LooseOptions } from './api.ts';
import {
  type ComboTerms,
  type SignedBet,
  type SignedCombo,
  signAutomaticCashOut,
  signBet,
  signCashOut,
  signCombo,
  signPartialCashOut,
} from './bets.ts';
import { CALLS } from './calls.ts';
import { newKey } from './new-key.ts';
import { type Answered, type SendTerms, type Sent, send } from './send.ts';
import { signIn } from './session.ts';
import { readStream, type StreamEvent } from './stream.ts';
import { TallystoneError } from './tallystone-error.ts';
import type { Wallet } from './wallet.ts';

export interface ConnectOptions {
  /** Signs in, and signs bets and cash-outs. Without it only calls without a session work. */
  wallet?: Wallet;
  /** A session's token from elsewhere. */
  token?: string;
  /** The site that the wallet signs in to. Default: the host of the URL. */
  domain?: string;
  /** Most requests for one call, the first included. Default: 5. */
  attempts?: number;
  /** How long one request may take, in ms. Default: 20,000. */
  timeoutMs?: number;
  /** Default: the platform's. */
  fetch?: typeof fetch;
}

/** A connection to one Tallystone server. */
export interface Client {
  /** Every call of the API by its name. */
  readonly api: Api;
  /** The session's token; null before the sign-in. */
  readonly token: string | null;
  /** Signs the wallet in. Later calls and streams use the session, and renew it once when it ends. */
  signIn(): Promise<ResponseBody<'verifySignIn'>>;
  /** Signs and places a bet on a quote of `api.getQuote`. It is placed at most once, however often it is sent. */
  placeBet(quote: WireQuote, terms?: { odds?: number; key?: string }): Promise<PlacedBet>;
  /** Only signs the bet, so that a program can store it before it sends it. */
  signBet(quote: WireQuote, terms?: { odds?: number; key?: string }): Promise<SignedBet>;
  /** Sends a signed bet. Sending it again is the same bet. */
  sendBet(bet: SignedBet): Promise<PlacedBet>;
  /** Signs and sells a bet for an amount in USDC, which `api.getCashOut` tells. */
  cashOut(bet: { betId: string; amount: number }): Promise<WireCashOut>;
  /**
   * Signs and sells a part of a bet: `stake` of its open stake `of`, for an amount, all in USDC. `api.getCashOut` tells the open
   * stake, and with the query `stake` the amount.
   */
  cashOutPart(part: { betId: string; stake: number; of: number; amount: number }): Promise<WireCashOut>;
  /**
   * Signs that a bet is sold once the market gives an amount in USDC, for all that it gives then. It takes the place of an
   * earlier amount. Sending it again is the same.
   */
  setAutomaticCashOut(bet: { betId: string; amount: number }): Promise<WireAutomaticCashOut>;
  /** Cancels the automatic cash-out of a bet. Without one, nothing happens. */
  cancelAutomaticCashOut(bet: { betId: string }): Promise<{ betId: string }>;
  /** Signs and places a combo. It is placed at most once, however often it is sent. */
  placeCombo(combo: ComboTerms, terms?: { key?: string }): Promise<WireCombo>;
  /** Only signs the combo, as `signBet` does for a bet. */
  signCombo(combo: ComboTerms, terms?: { key?: string }): Promise<SignedCombo>;
  /** Sends a signed combo. Sending it again is the same combo. */
  sendCombo(combo: SignedCombo): Promise<WireCombo>;
  /** Signs and sells a combo for an amount in USDC, which `api.getComboCashOut` tells. */
  cashOutCombo(combo: { comboId: string; amount: number }): Promise<WireComboCashOut>;
  /** All events from now on, through every break of the connection, until the caller stops or aborts. */
  stream(options?: { signal?: AbortSignal }): AsyncGenerator<StreamEvent>;
}

/**
 * @param url of the server, such as `http://127.0.0.1:3000`
 * @throws TypeError if it isn't a URL
 */
export function connect(url: string, options: ConnectOptions = {}): Client {
  const { origin, host } = new URL(url);
  const { wallet, domain = host, attempts = 5, timeoutMs = 20_000 } = options;
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const terms: SendTerms = { fetch, attempts, timeoutMs, random: Math.random, wait };
  let token = options.token ?? null;
  let signingIn: Promise<ResponseBody<'verifySignIn'>> | null = null;

  const headers = (): Record<string, string> => (token === null ? {} : { Authorization: `Bearer ${token}` });

  const sendCall = async (name: CallName, options: LooseOptions): Promise<Answered> => {
    const call = CALLS[name];
    const { params, query, body, key = newKey(), signal } = options;
    const url = origin + apiPath(call.path, { params, query });
    const keyed = call.takesKey ? { 'Idempotency-Key': key } : {};
    const sent = (): Sent => ({ url, headers: { ...headers(), ...keyed }, body, signal });
    const used = token;
    try {
      return await send(call, sent(), terms);
    } catch (error) {
      // The session has ended, so nothing was done.
      const isOver = error instanceof TallystoneError && error.code === 'unauthenticated';
      if (!isOver || used === null || wallet === undefined) throw error;
      if (token === used) await client.signIn();
      return send(call, sent(), terms);
    }
  };

  const api = apiOf(async (name, options) => (await sendCall(name, options)).body);

  const requireWallet = (): Wallet => {
    if (wallet !== undefined) return wallet;
    throw new TypeError('connect() got no wallet, so nothing can be signed.');
  };

  const client: Client = {
    api,
    get token() {
      return token;
    },
    signIn() {
      signingIn ??= signIn(api, { wallet: requireWallet(), domain })
        .then((session) => {
          token = session.token;
          return session;
        })
        .finally(() => {
          signingIn = null;
        });
      return signingIn;
    },
    signBet: async (quote, terms) => signBet(requireWallet(), quote, terms),
    sendBet: ({ body, key }) => api.placeBet({ body, key }),
    placeBet: async (quote, terms) => client.sendBet(await client.signBet(quote, terms)),
    cashOut: async (bet) =>
      api.cashOut({ params: { id: bet.betId }, body: await signCashOut(requireWallet(), bet) }),
    cashOutPart: async (part) =>
      api.cashOut({ params: { id: part.betId }, body: await signPartialCashOut(requireWallet(), part) }),
    setAutomaticCashOut: async (bet) =>
      api.setAutomaticCashOut({
        params: { id: bet.betId },
        body: await signAutomaticCashOut(requireWallet(), bet),
      }),
    cancelAutomaticCashOut: ({ betId: id }) => api.cancelAutomaticCashOut({ params: { id } }),
    signCombo: async (combo, terms) => signCombo(requireWallet(), combo, terms),
    sendCombo: ({ body, key }) => api.placeCombo({ body, key }),
    placeCombo: async (combo, terms) => client.sendCombo(await client.signCombo(combo, terms)),
    cashOutCombo: async ({ comboId: id, amount }) =>
      api.cashOutCombo({ params: { id }, body: await signCashOut(requireWallet(), { betId: id, amount }) }),
    stream({ signal = new AbortController().signal } = {}) {
      return readStream(
        {
          terms,
          now: Date.now,
          async list(until) {
            const { headers, body } = await sendCall('listMarkets', { signal: until });
            // As in the table.
            return { markets: body as WireListedMarket[], position: headers.get('tallystone-position') };
          },
          open: ({ lastEventId, after }, until) =>
            fetch(origin + apiPath(CALLS.openStream.path, { query: { after: after ?? undefined } }), {
              headers: {
                Accept: 'text/event-stream',
                ...headers(),
                ...(lastEventId !== null && { 'Last-Event-ID': lastEventId }),
              },
              cache: 'no-store',
              signal: until,
            }),
          isSignedIn: () => token !== null,
          async renewSession() {
            token = null;
            if (wallet !== undefined) await client.signIn();
          },
          async checkSession(until) {
            const before = token;
            await api.getLimits({ signal: until });
            return token === before;
          },
        },
        signal,
      );
    },
  };
  return client;
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}
