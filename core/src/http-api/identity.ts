import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, id, isoTime, noFields, signatureInput, walletInput } from './fields.ts';

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
  /** False for a guest of a demo: the wallet has not signed in. */
  verified: z.boolean(),
});
export type WireUser = z.infer<typeof userSchema>;

/** A sign-in that is open. Its id is made for this list: with it nothing can be read or done but ending the session. */
const sessionSchema = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** The network the wallet was on, as it said itself. */
  chain: z.nullable(chainSchema),
  createdAt: isoTime,
  /** To about five minutes. */
  lastUsedAt: isoTime,
  expiresAt: isoTime,
});
export type WireSession = z.infer<typeof sessionSchema>;

const profileSchema = z.extend(userSchema, {
  /** Over all bets of the user, also those older than the list shows. */
  stats: z.object({
    totalBets: z.number(),
    activeBets: z.number(),
    totalWagered: z.number(),
    /** Bets that have ended, and what they brought beyond their stakes, USDC; below zero for a loss. */
    endedBets: z.number(),
    profit: z.number(),
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
      'A single-use nonce, valid for 5 minutes, for the sign-in message that comes with it or for an act that is signed.',
    query: z.strictObject({
      wallet: walletInput,
      /** The network the wallet is on, which the message names. Absent: that of live stakes, in a demo Ethereum. */
      chain: z.optional(chainSchema),
      /** What is signed with it. Absent: a sign-in, before which the chain is asked what the wallet is. */
      use: z.optional(z.enum(['sign-in', 'act'])),
    }),
    response: z.object({
      nonce: z.string(),
      message: z.string(),
      /** What the text of an act holds besides: this site, and from when until when the nonce is good. */
      domain: z.string(),
      issuedAt: isoTime,
      expiresAt: isoTime,
    }),
  },
  verifySignIn: {
    method: 'POST',
    path: '/api/auth/verify',
    access: 'public',
    rate: 'verify',
    summary: 'Signs in with the wallet signature over the sign-in message.',
    body: z.strictObject({
      wallet: walletInput,
      signature: signatureInput,
      nonce: z.string().check(z.maxLength(128)),
      walletType: walletTypeSchema,
      /** The network the wallet is on, for statistics. */
      chain: z.optional(chainSchema),
    }),
    /** `notice`: what this wallet cannot do though it is signed in, in one sentence. */
    response: z.object({
      token: z.string(),
      user: userSchema,
      notice: z.optional(z.string()),
      noticeReason: aReason,
    }),
  },
  demoSignIn: {
    method: 'POST',
    path: '/api/auth/demo',
    access: 'public',
    rate: 'demo',
    summary:
      "Demo mode only: a guest account that shows a wallet, without a signature. Each call creates a new one with its own practice money; it can't be reached once its session has ended. A wallet on a break or self-excluded can't get one.",
    body: z.strictObject({ wallet: walletInput, chain: chainSchema }),
    response: z.object({ token: z.string(), user: userSchema }),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'session',
    rate: 'read',
    summary: 'Revokes the calling session.',
    response: z.object({ ok: z.literal(true) }),
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    access: 'signed',
    rate: 'read',
    summary: "The user's open sessions, the calling one first, then the most recently used.",
    query: noFields,
    response: z.array(sessionSchema),
  },
  endSession: {
    method: 'POST',
    path: '/api/user/sessions/:id/sign-out',
    access: 'signed',
    rate: 'read',
    summary: "Ends one of the user's sessions. Ending it again changes nothing.",
    params: z.strictObject({ id }),
    response: z.object({ ok: z.literal(true) }),
  },
  endAllSessions: {
    method: 'POST',
    path: '/api/user/sessions/sign-out',
    access: 'signed',
    rate: 'read',
    summary: "Ends all of the user's sessions, including the calling one.",
    response: z.object({ ended: z.number() }),
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
} as const satisfies Record<string, Endpoint>;
