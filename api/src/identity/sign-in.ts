import { randomUUID } from 'node:crypto';
import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { signInMessage } from '@tallystone/core/identity/sign-in-message';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Reason } from '@tallystone/core/sentences/all';
import { say } from '@tallystone/core/sentences/say';
import type { Settings } from '@tallystone/core/settings/settings';
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { users } from '../db/schema/users.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Site } from '../http/site.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { getSettings } from '../settings/get-settings.ts';
import { hasAdminGrant } from './admin-grants.ts';
import { createSession } from './create-session.ts';
import { NONCE_LIFE_MS, type NonceFacts, readNonce, spendNonce } from './issue-nonce.ts';
import { verifySignature } from './verify-signature.ts';
import { noticeOfCode, type WalletCode } from './wallet-code.ts';

export interface SignInTerms {
  mode: 'demo' | 'live';
  now: Date;
  /** Runs in the same transaction: gives practice money to a user who signs in. */
  welcome(tx: Tx, userId: string): Promise<void>;
}

/** Signs a wallet in and makes its user if needed. The caller has checked the wallet's signature. */
async function signIn(
  tx: Tx,
  claim: { wallet: WalletAddress; walletType: WalletType; chain: ChainName | null },
  { mode, now, welcome }: SignInTerms,
): Promise<{ token: string; user: WireUser }> {
  const { wallet, walletType, chain } = claim;
  const user = await requireUser(tx, wallet, walletType);
  if (walletType !== user.walletType) {
    await tx.update(users).set({ walletType }).where(eq(users.id, user.id));
  }
  const token = await createSession(tx, { userId: user.id, chain, now });
  await welcome(tx, user.id);
  return {
    token,
    user: wireUser(
      {
        address: wallet.text,
        walletType,
        kycLevel: user.kycLevel,
        capOverride: user.dailyStakeCap === null ? null : microUsdc(user.dailyStakeCap),
        isAdmin: await hasAdminGrant(tx, wallet),
        verified: true,
      },
      await getSettings(tx, mode),
    ),
  };
}

/**
 * Signs in with a signature over the sign-in message. The message is built again here, so text from the client is never used.
 * The nonce is spent in the transaction that makes the session, so it makes at most one.
 *
 * @throws HttpError `sign-in-failed`
 */
export async function verifySignIn(
  db: Db,
  claim: {
    wallet: WalletAddress;
    walletType: WalletType;
    /** The network that the wallet says it is on, or null. */
    chain: ChainName | null;
    signature: string;
    nonce: string;
    site: Site;
  },
  nonceKey: Uint8Array,
  { walletCode, ...terms }: SignInTerms & { walletCode: WalletCode | null },
): Promise<{ token: string; user: WireUser; notice?: string; noticeReason?: Reason }> {
  const { wallet, walletType, chain, nonce, site } = claim;
  const issued = readNonce(nonceKey, { wallet, domain: site.domain }, nonce, terms.now);
  if (issued === null) throw failed('sign-in-expired');
  const signature = parseSignature(wallet.family, claim.signature);
  const text = signInText({ wallet, site, nonce, ...issued });
  if (signature === null || !verifySignature({ wallet, text, signature })) {
    throw failed('sign-in-signature');
  }
  const notice = walletCode === null ? null : await noticeOfCode(walletCode, { wallet, text, signature });
  const session = await transaction(
    db,
    async (tx) => {
      if (!(await spendNonce(tx, nonce, terms.now))) throw failed('sign-in-used');
      return signIn(tx, { wallet, walletType, chain }, terms);
    },
    'sign-in',
  );
  return notice === null ? session : { ...session, notice: notice.sentence, noticeReason: notice.reason };
}

function failed(code: 'sign-in-expired' | 'sign-in-signature' | 'sign-in-used'): HttpError {
  return new HttpError('sign-in-failed', say(code));
}

/**
 * Makes a guest, who shows a wallet without proving its key, and the guest's only session. Reads nothing of the wallet's own
 * user. Once the session ends, no one can become that guest again. The first bet opens the guest's funds.
 */
export async function enterAsGuest(
  tx: Tx,
  shown: { wallet: WalletAddress; walletType: WalletType; chain: ChainName },
  { mode, now }: Pick<SignInTerms, 'mode' | 'now'>,
): Promise<{ token: string; user: WireUser }> {
  const { wallet, walletType, chain } = shown;
  const { family, bytes: addressBytes, text: address } = wallet;
  const userId = randomUUID();
  await tx.execute(sql`
    insert into users (id, family, address_bytes, address, wallet_type, guest)
    values (${userId}, ${family}, ${Buffer.from(addressBytes)}, ${address}, ${walletType}, true)`);
  const token = await createSession(tx, { userId, chain, now });
  const facts = { address, walletType, kycLevel: 0, capOverride: null, isAdmin: false, verified: false };
  return { token, user: wireUser(facts, await getSettings(tx, mode)) };
}

const isNoGuest = sql`not ${users.guest}`;

/**
 * The user of a wallet. A new wallet's user is made together with a ledger account. The row is locked until the transaction
 * ends, so sign-ins of one user run one after the other. Guests who show the wallet are other users.
 */
export async function requireUser(tx: Tx, wallet: WalletAddress, walletType: WalletType) {
  const found = (await lockUser(tx, wallet)) ?? (await createUser(tx, wallet, walletType));
  if (found === undefined) throw new Error('expected the user that was just made');
  return found;
}

async function createUser(tx: Tx, wallet: WalletAddress, walletType: WalletType) {
  const { family, bytes: addressBytes, text: address } = wallet;
  // If another transaction is making the same user, this waits for it and then does nothing.
  const [userId] = await values(
    tx,
    col.text,
    sql`
      insert into users (id, family, address_bytes, address, wallet_type)
      values (${randomUUID()}, ${family}, ${Buffer.from(addressBytes)}, ${address}, ${walletType})
      on conflict (family, address_bytes) where not guest do nothing
      returning id`,
  );
  if (userId !== undefined) await openAccount(tx, { kind: 'user', userId });
  return lockUser(tx, wallet);
}

async function lockUser(tx: Tx, { family, bytes }: WalletAddress) {
  const [user] = await tx
    .select({
      id: users.id,
      walletType: users.walletType,
      kycLevel: users.kycLevel,
      dailyStakeCap: users.dailyStakeCap,
    })
    .from(users)
    .where(and(eq(users.family, family), eq(users.addressBytes, bytes), isNoGuest))
    .for('no key update');
  return user;
}

/** The text that a wallet signs to sign in to a site with a nonce. */
export function signInText({
  wallet,
  site,
  nonce,
  chainId,
  issuedAt,
}: NonceFacts & { wallet: WalletAddress; site: Site; nonce: string }): string {
  return signInMessage({
    family: wallet.family,
    domain: site.domain,
    uri: site.uri,
    address: wallet.text,
    chainId: wallet.family === 'evm' ? chainId : 'mainnet',
    nonce,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + NONCE_LIFE_MS),
  });
}

/**
 * A user as the app gets it.
 *
 * @param settings the current ones: the level's daily stake cap applies unless the user has an own one
 */
export function wireUser(
  user: {
    address: string;
    walletType: WalletType;
    kycLevel: number;
    capOverride: MicroUsdc | null;
    isAdmin: boolean;
    verified: boolean;
  },
  settings: Settings,
): WireUser {
  const level = effectiveKycLevel({ level: user.kycLevel, isAdmin: user.isAdmin });
  return {
    publicKey: user.address,
    walletType: user.walletType,
    kycLevel: level,
    dailyStakeCap: usdcToNumber(user.capOverride ?? settings[`stakeCapLevel${level}`]),
    verified: user.verified,
  };
}
