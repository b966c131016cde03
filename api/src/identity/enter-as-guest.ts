import { randomUUID } from 'node:crypto';
import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { Tx } from '../db/db.ts';
import { users } from '../db/schema/users.ts';
import { getSettings } from '../settings/get-settings.ts';
import { createSession } from './create-session.ts';
import type { SignInTerms } from './sign-in.ts';
import { wireUser } from './wire-user.ts';

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
  await tx.insert(users).values({ id: userId, family, addressBytes, address, walletType, guest: true });
  const token = await createSession(tx, { userId, chain, now });
  const facts = { address, walletType, kycLevel: 0, capOverride: null, isAdmin: false, verified: false };
  return { token, user: wireUser(facts, await getSettings(tx, mode)) };
}
