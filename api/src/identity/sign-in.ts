import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { users } from '../db/schema/users.ts';
import { getSettings } from '../settings/get-settings.ts';
import { hasAdminGrant } from './admin-grants.ts';
import { createSession } from './create-session.ts';
import { requireUser } from './require-user.ts';
import { wireUser } from './wire-user.ts';

export interface SignInTerms {
  mode: 'demo' | 'live';
  now: Date;
  /** Runs in the same transaction: gives practice money to a user who signs in. */
  welcome(tx: Tx, userId: string): Promise<void>;
}

/** Signs a wallet in and makes its user if needed. The caller has checked the wallet's signature. */
export async function signIn(
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
