import * as z from 'zod/mini';

/**
 * Every endpoint of the product on one page: method, path, who may call, request and response.
 *
 * The server mounts its routes from this list, the web client is typed by it, the OpenAPI document is
 * made from it and the authorisation tests are generated from it. A route that is not here does not exist.
 */

// ---- what crosses the wire -------------------------------------------------------------------------

/** Amounts and odds are JSON numbers; a numeric string is accepted too. The grammar is checked by `parseUsdc` and `parseOdds`. */
const decimalInput = z.union([z.number(), z.string().check(z.maxLength(32))]);
const id = z.string().check(z.minLength(1), z.maxLength(64));
const walletInput = z.string().check(z.minLength(1), z.maxLength(128));
const isoTime = z.string();

export const categorySchema = z.enum(['sports', 'politics', 'crypto', 'entertainment', 'economics']);
export const walletTypeSchema = z.enum(['phantom', 'backpack', 'metamask', 'evm']);
export const chainSchema = z.enum(['Ethereum', 'BSC', 'Polygon', 'Solana']);

export const outcomeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Percent, 0 to 100. */
  probability: z.number(),
  /** Decimal odds for a stake of 1 USDC, floored to two decimals; null when the outcome cannot be priced. */
  odds: z.nullable(z.number()),
  /** The largest stake in USDC at which `odds` still hold; null when `odds` is null. */
  maxAtOdds: z.nullable(z.number()),
});

export const marketSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: categorySchema,
  subcategory: z.string(),
  state: z.enum(['open', 'suspended']),
  /** Rises by one with every committed change of the market. */
  version: z.number(),
  source: z.enum(['practice', 'custom']),
  /** True when our market maker prices the market with no margin added. */
  premium: z.boolean(),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  closesAt: isoTime,
  /** Stakes taken by us, in USDC. */
  volume: z.number(),
  outcomes: z.array(outcomeSchema),
});

export const userSchema = z.object({
  publicKey: z.string(),
  walletType: walletTypeSchema,
  kycLevel: z.number(),
  /** USDC per UTC day. */
  dailyStakeCap: z.number(),
  /** False for a demo session: the wallet has not signed in. */
  verified: z.boolean(),
});

export const profileSchema = z.extend(userSchema, {
  /** Over all bets of the user, also those older than the list shows. */
  stats: z.object({ totalBets: z.number(), activeBets: z.number(), totalWagered: z.number() }),
});

export const betStatusSchema = z.enum(['pending', 'confirmed', 'settled', 'failed']);

export const placedBetSchema = z.object({
  id: z.string(),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  odds: z.number(),
  potentialWin: z.number(),
  totalReturn: z.number(),
  status: betStatusSchema,
  placedAt: isoTime,
  /** Only ever the hash of a real chain transaction. */
  txHash: z.optional(z.string()),
  /** Made from the stored signature, see core/betting/bet-reference.ts. */
  reference: z.string(),
});

export const betSchema = z.extend(placedBetSchema, {
  market: z.object({ title: z.string() }),
  outcomeName: z.string(),
});

export const quoteSchema = z.object({
  /** Server-made token that makes a retry the same bet; absent for anonymous callers. */
  quoteId: z.optional(z.string()),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  odds: z.number(),
  potentialWin: z.number(),
  totalReturn: z.number(),
  /** The most the market takes on this outcome now, in USDC. */
  maxStake: z.number(),
  /** What is left of the caller's daily stake cap, in USDC; absent for anonymous callers. */
  capLeft: z.optional(z.number()),
  expiresAt: z.optional(isoTime),
  /** Version of the market the odds were computed from. */
  version: z.number(),
});

export const limitsSchema = z.object({
  dailyStakeCap: z.number(),
  usedToday: z.number(),
  capLeft: z.number(),
  /** When the cap starts anew: the next UTC midnight. */
  resetsAt: isoTime,
  /** Available funds in USDC. */
  balance: z.number(),
});

export const configSchema = z.object({
  mode: z.enum(['demo', 'live']),
  /** Whether the app offers its built-in practice wallets. */
  practiceWallets: z.boolean(),
  /** Private key of "Practice admin", hex; only in a demo on a loopback address. */
  practiceAdminKey: z.optional(z.string()),
  solanaRpcUrl: z.string(),
});

/** Every error answer, whatever its status: one plain sentence, a stable code, and the request to quote to support. */
export const errorSchema = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** With `odds-changed`: what the same stake gets now. */
  quote: z.optional(quoteSchema),
  /** With `stake-too-large`, in USDC. */
  maxStake: z.optional(z.number()),
  /** With `cap-reached`, in USDC. */
  capLeft: z.optional(z.number()),
  /** With `insufficient-funds`, in USDC. */
  balance: z.optional(z.number()),
});

export type Category = z.infer<typeof categorySchema>;
export type WalletType = z.infer<typeof walletTypeSchema>;
export type ChainName = z.infer<typeof chainSchema>;
export type WireOutcome = z.infer<typeof outcomeSchema>;
export type WireMarket = z.infer<typeof marketSchema>;
export type WireUser = z.infer<typeof userSchema>;
export type WireProfile = z.infer<typeof profileSchema>;
export type WireBet = z.infer<typeof betSchema>;
export type PlacedBet = z.infer<typeof placedBetSchema>;
export type WireQuote = z.infer<typeof quoteSchema>;
export type WireLimits = z.infer<typeof limitsSchema>;
export type WireConfig = z.infer<typeof configSchema>;
export type WireError = z.infer<typeof errorSchema>;
export type BetStatus = z.infer<typeof betStatusSchema>;

// ---- the endpoints -----------------------------------------------------------------------------------

/**
 * Who may call. `public`: anyone, a session is used when one is sent. `session`: any signed-in user.
 * `admin`: a session signed by the wallet, of a user who holds an admin grant.
 */
export type Access = 'public' | 'session' | 'admin';

/** Which budget of reliability.md section 5 a call draws from. */
export type RateClass = 'read' | 'nonce' | 'verify' | 'demo' | 'bet' | 'admin' | 'refresh' | 'none';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  rate: RateClass;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
}

const noFields = z.strictObject({});

export const httpApi = {
  getConfig: {
    method: 'GET',
    path: '/api/config',
    access: 'public',
    rate: 'read',
    summary: 'What the app needs to know before anything else: the mode and what it offers.',
    query: noFields,
    response: configSchema,
  },
  getNonce: {
    method: 'GET',
    path: '/api/auth/nonce',
    access: 'public',
    rate: 'nonce',
    summary: 'A single-use nonce, valid for 5 minutes, and the sign-in message that holds it.',
    query: z.strictObject({ wallet: walletInput }),
    response: z.object({ nonce: z.string(), message: z.string() }),
  },
  verifySignIn: {
    method: 'POST',
    path: '/api/auth/verify',
    access: 'public',
    rate: 'verify',
    summary: 'Signs in with the wallet signature over the sign-in message.',
    body: z.strictObject({
      wallet: walletInput,
      signature: z.string().check(z.maxLength(512)),
      nonce: z.string().check(z.maxLength(128)),
      walletType: walletTypeSchema,
    }),
    response: z.object({ token: z.string(), user: userSchema }),
  },
  demoSignIn: {
    method: 'POST',
    path: '/api/auth/demo',
    access: 'public',
    rate: 'demo',
    summary: 'Demo mode only: an unverified session for a wallet, without a signature.',
    body: z.strictObject({ wallet: walletInput, chain: chainSchema }),
    response: z.object({ token: z.string(), user: userSchema }),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'session',
    rate: 'read',
    summary: 'Revokes the session that makes the call.',
    response: z.object({ ok: z.literal(true) }),
  },
  listMarkets: {
    method: 'GET',
    path: '/api/markets',
    access: 'public',
    rate: 'read',
    summary: 'Open and suspended markets whose end is ahead. Carries an ETag.',
    query: noFields,
    response: z.array(marketSchema),
  },
  getMarket: {
    method: 'GET',
    path: '/api/markets/:id',
    access: 'public',
    rate: 'read',
    summary: 'One market.',
    params: z.strictObject({ id }),
    query: noFields,
    response: marketSchema,
  },
  getQuote: {
    method: 'GET',
    path: '/api/markets/:id/quote',
    access: 'public',
    rate: 'read',
    summary: 'Odds and payout for a stake. With a session it also carries the token that makes retries safe.',
    params: z.strictObject({ id }),
    query: z.strictObject({ outcomeId: id, amount: z.string().check(z.maxLength(32)) }),
    response: quoteSchema,
  },
  getProfile: {
    method: 'GET',
    path: '/api/user/profile',
    access: 'session',
    rate: 'read',
    summary: 'The signed-in user.',
    query: noFields,
    response: profileSchema,
  },
  listBets: {
    method: 'GET',
    path: '/api/user/bets',
    access: 'session',
    rate: 'read',
    summary:
      'The bets of the signed-in user, newest first, at most 500; `before` is the id of the last one seen.',
    query: z.strictObject({ before: z.optional(id) }),
    response: z.array(betSchema),
  },
  getLimits: {
    method: 'GET',
    path: '/api/user/limits',
    access: 'session',
    rate: 'read',
    summary: 'Available funds and what is left of the daily stake cap.',
    query: noFields,
    response: limitsSchema,
  },
  placeBet: {
    method: 'POST',
    path: '/api/bets',
    access: 'session',
    rate: 'bet',
    summary:
      'Places a bet at the signed odds, or refuses it. Sending it again with the same key or quote returns the first answer.',
    headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
    body: z.strictObject({
      publicKey: walletInput,
      marketId: id,
      outcomeId: id,
      amount: decimalInput,
      odds: decimalInput,
      signature: z.string().check(z.maxLength(512)),
      /** Accepted for compatibility and ignored: a hash from the browser proves nothing. */
      txHash: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
      quoteId: z.optional(z.string().check(z.maxLength(256))),
    }),
    response: placedBetSchema,
  },
  refreshMarkets: {
    method: 'POST',
    path: '/api/admin/refresh-markets',
    access: 'session',
    rate: 'refresh',
    summary:
      'Tops up and refreshes the market list. Any session may call; it does real work at most once in 30 seconds for all callers.',
    response: z.object({ refreshedAt: isoTime }),
  },
  healthLive: {
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    rate: 'none',
    summary: 'The process answers.',
    response: z.object({ status: z.literal('live') }),
  },
  healthReady: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    rate: 'none',
    summary:
      'The process can take bets: database reachable, migrated, books unbroken, not draining. 503 with the reason otherwise.',
    response: z.object({ status: z.literal('ready') }),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof httpApi;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;
export type RequestBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'body'>;
export type RequestQuery<N extends EndpointName> = Part<(typeof httpApi)[N], 'query'>;
export type RequestParams<N extends EndpointName> = Part<(typeof httpApi)[N], 'params'>;
export type ResponseBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'response'>;
