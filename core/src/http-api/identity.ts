import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, id, isoTime, signatureInput, walletInput } from './fields.ts';

export const walletTypeSchema = z.enum(['phantom', 'backpack', 'metamask', 'evm']);
export type WalletType = z.infer<typeof walletTypeSchema>;

export const chainSchema = z.enum(['Ethereum', 'BSC', 'Polygon', 'Solana']);
export type ChainName = z.infer<typeof chainSchema>;

const userSchema = z.object({
  publicKey: z.string(),
  walletType: walletTypeSchema,
  kycLevel: z.number(),
  /** USDC per UTC day. */
  dailyStakeCap: z.number(),
  /** False for a demo guest, whose wallet hasn't signed in. */
  verified: z.boolean(),
});
export type WireUser = z.infer<typeof userSchema>;

/** An open session. Its id exists only for this list; it can be used only to end the session. */
const sessionSchema = z.object({
  id: z.string(),
  /** Whether this call uses it. */
  current: z.boolean(),
  /** The wallet's network, as the wallet claimed. */
  chain: z.nullable(chainSchema),
  createdAt: isoTime,
  /** Accurate to about five minutes. */
  lastUsedAt: isoTime,
  expiresAt: isoTime,
});
export type WireSession = z.infer<typeof sessionSchema>;

const profileSchema = z.extend(userSchema, {
  /** Over all of the user's bets and combos, including those older than the lists. */
  stats: z.object({
    totalBets: z.number(),
    /** How many of them are combos. */
    combos: z.optional(z.number()),
    activeBets: z.number(),
    totalWagered: z.number(),
    /** Ended bets and their profit, USDC; below zero for a loss. */
    endedBets: z.number(),
    profit: z.number(),
    /** Stakes of the active bets, USDC. */
    openStakes: z.number(),
  }),
});
export type WireProfile = z.infer<typeof profileSchema>;

export const identityEndpoints = {
  getNonce: {
    method: 'GET',
    path: '/api/auth/nonce',
    access: 'public',
    rate: 'nonce',
    summary:
      'Returns a single-use nonce, valid for 5 minutes, for the returned sign-in message or for a signed act.',
    query: z.strictObject({
      wallet: walletInput,
      /** The wallet's network, named in the message. Default: the network of live stakes, or Ethereum in a demo. */
      chain: z.optional(chainSchema),
      /** What the nonce is for. Default: a sign-in, for which the chain is asked what kind of wallet it is. */
      use: z.optional(z.enum(['sign-in', 'act'])),
    }),
    response: z.object({
      nonce: z.string(),
      message: z.string(),
      /** Further parts of an act's text: this site, and when the nonce is valid. */
      domain: z.string(),
      issuedAt: isoTime,
      expiresAt: isoTime,
    }),
    errors: ['wallet-unsupported'],
  },
  verifySignIn: {
    method: 'POST',
    path: '/api/auth/verify',
    access: 'public',
    rate: 'verify',
    summary: "Signs in with the wallet's signature over the sign-in message.",
    body: z.strictObject({
      wallet: walletInput,
      signature: signatureInput,
      nonce: z.string().check(z.maxLength(128)),
      walletType: walletTypeSchema,
      /** The wallet's network, for statistics. */
      chain: z.optional(chainSchema),
    }),
    /** `notice`: one sentence on what this wallet can't do although it is signed in. */
    response: z.object({
      token: z.string(),
      user: userSchema,
      notice: z.optional(z.string()),
      noticeReason: aReason,
    }),
    errors: ['sign-in-failed', 'wallet-unsupported'],
  },
  demoSignIn: {
    method: 'POST',
    path: '/api/auth/demo',
    access: 'public',
    rate: 'demo',
    summary:
      'Demo mode only: creates a guest account that shows a wallet, without a signature. Each call creates a new account with its own practice money, which is lost when its session ends. A wallet on a break or self-excluded gets none.',
    body: z.strictObject({ wallet: walletInput, chain: chainSchema }),
    response: z.object({ token: z.string(), user: userSchema }),
    errors: ['not-found', 'wrong-state'],
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'session',
    summary: "Ends the caller's session.",
    response: z.object({ ok: z.literal(true) }),
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    access: 'signed',
    summary: "Lists the user's open sessions: the calling one first, then by last use.",
    response: z.array(sessionSchema),
  },
  endSession: {
    method: 'POST',
    path: '/api/user/sessions/:id/sign-out',
    access: 'signed',
    summary: "Ends one of the user's sessions. Succeeds also when it has already ended.",
    params: z.strictObject({ id }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['not-found'],
  },
  endAllSessions: {
    method: 'POST',
    path: '/api/user/sessions/sign-out',
    access: 'signed',
    summary: "Ends all of the user's sessions, including the calling one.",
    response: z.object({ ended: z.number() }),
  },
  getProfile: {
    method: 'GET',
    path: '/api/user/profile',
    access: 'session',
    summary: 'Returns the signed-in user.',
    response: profileSchema,
  },
} as const satisfies Record<string, Endpoint>;
