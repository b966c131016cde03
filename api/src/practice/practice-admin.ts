import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { walletOfKey } from './wallet-of-key.ts';

const FILE = 'practice-admin.key';

/** The key file doesn't contain a valid key. */
export class NoKey extends Error {}

export interface PracticeAdmin {
  wallet: WalletAddress;
  /** 64 hex digits. Only the link that the start prints reveals it; no answer does. */
  key: string;
}

/** The wallet of "Practice admin". Its key is made once per data folder, readable only by the file's owner. */
export function requirePracticeAdmin(dataDir: string): PracticeAdmin {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) {
    // Renamed into place, so that a killed start can't leave half a key.
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
