import { httpApi } from '@tallystone/core/http-api';
import type { ChainName, WalletType, WireProfile } from '@tallystone/core/http-api/identity';
import { EVM_CHAIN_IDS } from '@tallystone/core/identity/evm-chain-ids';
import { parseWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import {
  familyOfChain,
  familyOfWalletType,
  type WalletFamily,
} from '@tallystone/core/identity/wallet-family';
import { say } from '@tallystone/core/sentences/say';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { type Route, route } from '../http/route.ts';
import { type Site, siteOf } from '../http/site.ts';
import { getSettings } from '../settings/get-settings.ts';
import { listSessions } from './find-session.ts';
import { issueNonce, NONCE_LIFE_MS } from './issue-nonce.ts';
import { revokeAllSessions, revokeOwnSession, revokeSession } from './revoke-session.ts';
import { enterAsGuest, type SignInTerms, signInText, verifySignIn, wireUser } from './sign-in.ts';
import { requireKey, type WalletCode } from './wallet-code.ts';

export interface IdentityDeps {
  db: Db;
  mode: 'demo' | 'live';
  publicOrigin: string | null;
  host: string;
  port: number;
  /** The chain of live stakes; null in a demo. */
  chain: { readonly chainId: number } | null;
  /** Checks wallets that have code; null without live stakes. */
  walletCode: WalletCode | null;
  nonceKey: Uint8Array;
  now(): Date;
  /** Gives practice money to a user who signs in. */
  welcome(tx: Tx, userId: string): Promise<void>;
  /** @throws HttpError if the wallet's user is on a break from betting */
  requireNoBreak(tx: Tx, wallet: WalletAddress): Promise<void>;
  /** Called when sessions have ended, because they may have open streams. */
  onSessionsEnded(tokenHashes: readonly Uint8Array[]): void;
  /** Totals of all bets of a user. */
  betStats(userId: string): Promise<WireProfile['stats']>;
}

export function identityRoutes(deps: IdentityDeps): Route[] {
  const { db, mode, nonceKey, welcome } = deps;
  /** The chain in the sign-in message: the one that the wallet says it is on, or else the chain of live stakes. */
  const chainIdFor = (family: WalletFamily, named: ChainName | undefined): number => {
    if (family === 'solana') return 0;
    if (deps.chain !== null && isOnLiveChain(family, named)) return deps.chain.chainId;
    return named === undefined || named === 'Solana' ? EVM_CHAIN_IDS.Ethereum : EVM_CHAIN_IDS[named];
  };
  const terms = (): SignInTerms => ({ mode, now: deps.now(), welcome });
  return [
    route(httpApi.getNonce, async ({ query, request }) => {
      const wallet = requireWallet(query.wallet);
      // A wallet that signs an act was checked when it signed in.
      const isAsked = query.use !== 'act' && isOnLiveChain(wallet.family, query.chain);
      if (isAsked && deps.walletCode !== null) await requireKey(deps.walletCode, wallet);
      const site: Site = siteOf(request, deps);
      const issued = { issuedAt: deps.now(), chainId: chainIdFor(wallet.family, query.chain) };
      const nonce = issueNonce(nonceKey, { wallet, domain: site.domain }, issued);
      const { issuedAt } = issued;
      return {
        nonce,
        message: signInText({ wallet, site, nonce, ...issued }),
        domain: site.domain,
        issuedAt: issuedAt.toISOString(),
        expiresAt: new Date(issuedAt.getTime() + NONCE_LIFE_MS).toISOString(),
      };
    }),

    route(httpApi.verifySignIn, async ({ body, request }) => {
      const { walletType, signature, nonce } = body;
      const family = familyOfWalletType(walletType);
      const wallet = requireWallet(body.wallet, family);
      // For statistics only, so a chain that doesn't fit the wallet is left out rather than refused.
      const chain = body.chain !== undefined && familyOfChain(body.chain) === family ? body.chain : null;
      const site = siteOf(request, deps);
      const isAsked = isOnLiveChain(family, chain ?? undefined);
      const walletCode = isAsked ? deps.walletCode : null;
      const claim = { wallet, walletType, chain, signature, nonce, site };
      return verifySignIn(db, claim, nonceKey, { ...terms(), walletCode });
    }),

    route(httpApi.demoSignIn, async ({ body }) => {
      if (mode !== 'demo') throw new HttpError('not-found', say('nothing-here'));
      const family = familyOfChain(body.chain);
      const wallet = requireWallet(body.wallet, family);
      const walletType: WalletType = family === 'solana' ? 'phantom' : 'evm';
      return transaction(
        db,
        async (tx) => {
          await deps.requireNoBreak(tx, wallet);
          return enterAsGuest(tx, { wallet, walletType, chain: body.chain }, terms());
        },
        'sign-in',
      );
    }),

    route(httpApi.logout, async ({ session }) => {
      await revokeSession(db, session.tokenHash);
      deps.onSessionsEnded([session.tokenHash]);
      return { ok: true as const };
    }),

    route(httpApi.listSessions, ({ session }) => listSessions(db, { session, now: deps.now() })),

    route(httpApi.endSession, async ({ session, params }) => {
      const ended = await revokeOwnSession(db, { userId: session.userId, id: params.id });
      if (ended === null) {
        throw new HttpError('not-found', say('no-such-session'));
      }
      if (ended !== 'before') deps.onSessionsEnded([ended]);
      return { ok: true as const };
    }),

    route(httpApi.endAllSessions, async ({ session }) => {
      const ended = await revokeAllSessions(db, session.userId);
      deps.onSessionsEnded(ended);
      return { ended: ended.length };
    }),

    route(httpApi.getProfile, async ({ session }) => ({
      ...wireUser({ ...session, address: session.wallet.text }, await getSettings(db, mode)),
      stats: await deps.betStats(session.userId),
    })),
  ];
}

/** Whether such a wallet's stakes would be on the live chain. */
const isOnLiveChain = (family: WalletFamily, named: ChainName | undefined): boolean =>
  family === 'evm' && (named === undefined || named === 'Polygon');

function requireWallet(text: string, family?: WalletFamily): WalletAddress {
  const wallet = parseWalletAddress(text);
  if (wallet === null) throw new HttpError('invalid-request', say('not-a-wallet-address'));
  if (family !== undefined && wallet.family !== family) {
    throw new HttpError('invalid-request', say('other-kind-of-wallet'));
  }
  return wallet;
}
