import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { walletOfKey } from './wallet-of-key.ts';

const FILE = 'practice-admin.key';

/** The key file doesn't contain a valid key. */
export class NoKey extends Error {}

export type PracticeAdmin = ReturnType<typeof requirePracticeAdmin>;

/** The practice admin of the settings, else of the data folder. Null if there is neither a key nor a folder. */
export function findPracticeAdmin({
  practiceAdminKey: key,
  dataDir,
}: {
  practiceAdminKey: string | null;
  dataDir: string | null;
}): PracticeAdmin | null {
  const wallet = key === null ? null : walletOfKey(key);
  if (key !== null && wallet !== null) return { wallet, key };
  return dataDir === null ? null : requirePracticeAdmin(dataDir);
}

/**
 * The wallet of "Practice admin" and its key, 64 hex digits. The key is made once per data folder, readable only by the
 * file's owner. Only the link that the start prints reveals it; no answer does.
 */
export function requirePracticeAdmin(dataDir: string) {
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
