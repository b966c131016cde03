import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { Session } from '../http/session.ts';
import { requireUser } from '../identity/sign-in.ts';
import { personalDigest } from '../identity/verify-signature.ts';
import { grantFromFaucet } from './faucet.ts';
import { walletOfKey } from './wallet-of-key.ts';

/** A simulated trader: a user of its own, marked as simulated, that signs its bets with its own key. */
export interface PracticeTrader {
  readonly session: Session;
  /** `personal_sign`: 65 bytes as hex with `0x`. */
  sign(text: string): string;
}

/**
 * The trader with a number. Its key follows from the server's key and the number, so all processes on the database share
 * the same traders. Makes its user with practice money if it is new.
 */
export async function requireTrader(
  db: Db,
  { serverKey, number, now }: { serverKey: Uint8Array; number: number; now: Date },
): Promise<PracticeTrader> {
  const key = createHmac('sha256', serverKey).update(`practice trader ${number}`).digest();
  const wallet = walletOfKey(key.toString('hex'));
  // One in 2^128 hashes isn't a key.
  if (wallet === null) throw new Error(`practice trader ${number} has no key`);
  const user = await transaction(db, async (tx) => {
    const found = await requireUser(tx, wallet, 'evm');
    await tx.execute(sql`update users set simulated = true where id = ${found.id} and not simulated`);
    await grantFromFaucet(tx, found.id, now);
    return found;
  });
  return {
    session: sessionOf(user, wallet),
    sign(text) {
      const [recovery = 0, ...rs] = secp256k1.sign(personalDigest(text), key, {
        prehash: false,
        format: 'recovered',
      });
      return `0x${Buffer.from([...rs, 27 + recovery]).toString('hex')}`;
    },
  };
}

/** Traders sign in nowhere, so nothing else can use this session. */
function sessionOf(
  { id, kycLevel, dailyStakeCap }: Awaited<ReturnType<typeof requireUser>>,
  wallet: WalletAddress,
): Session {
  return {
    tokenHash: new Uint8Array(32),
    userId: id,
    verified: true,
    expiresAt: new Date(8.64e15),
    wallet,
    walletType: 'evm',
    chain: 'Polygon',
    isAdmin: false,
    isGuardian: false,
    kycLevel,
    capOverride: dailyStakeCap === null ? null : microUsdc(dailyStakeCap),
  };
}
