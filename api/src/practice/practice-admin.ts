import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { walletOfKey } from './wallet-of-key.ts';

const FILE = 'practice-admin.key';

/** What is in the place of the key is none. */
export class NoKey extends Error {}

export interface PracticeAdmin {
  wallet: WalletAddress;
  /** 64 hex digits. It leaves the server by the link that the start prints, and in no answer. */
  key: string;
}

/** The wallet of "Practice admin": its key is made once per data folder and readable by its owner alone. */
export function requirePracticeAdmin(dataDir: string): PracticeAdmin {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) {
    // Renamed into place, so that a start that is killed here leaves no half of a key.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, Buffer.from(secp256k1.utils.randomSecretKey()).toString('hex'), { mode: 0o600 });
    renameSync(draft, path);
  }
  const key = statSync(path).isFile() ? readFileSync(path, 'utf8').trim() : '';
  const wallet = walletOfKey(key);
  if (wallet === null) {
    throw new NoKey(`${path} does not hold a key; delete it and a new one is made at the next start`);
  }
  chmodSync(path, 0o600);
  return { wallet, key };
}
