import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';

const FILE = 'practice-admin.key';

export interface PracticeAdmin {
  wallet: WalletAddress;
  /** Hex with `0x`. */
  privateKey: string;
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
  chmodSync(path, 0o600);
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (!secp256k1.utils.isValidSecretKey(secret)) {
    throw new Error(`${path} does not hold a key; delete it and a new one is made at the next start`);
  }
  const bytes = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12);
  return {
    wallet: { family: 'evm', bytes, text: formatWalletAddress('evm', bytes) },
    privateKey: `0x${secret.toString('hex')}`,
  };
}
