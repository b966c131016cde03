import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ROLES, type EscrowRole } from '@tallystone/core/escrow/escrow-abi';
import { keccak256 } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { ChainSetupError } from './chain-settings.ts';
import type { ChainKeys, Role } from './escrow-chain.ts';
import { signDigest } from './sign-digest.ts';

/** The files in CHAIN_KEYS_DIR. The guardian's key may be kept elsewhere. */
const FILES = ['relayer', 'acceptance', 'risk-manager', 'resolver', 'finaliser', 'guardian'] as const;
type KeyFile = (typeof FILES)[number];
/** The key file of each role in the contract. */
export const FILE_OF_ROLE: Readonly<Record<EscrowRole, KeyFile>> = {
  resolver: 'resolver',
  finaliser: 'finaliser',
  guardian: 'guardian',
  'acceptance-signer': 'acceptance',
  'risk-manager': 'risk-manager',
};
const OPTIONAL: readonly KeyFile[] = ['guardian'];
/** Permission bits of everyone but the file's owner. */
const OTHERS = 0o077;

export interface HouseKeys {
  readonly keys: ChainKeys;
  /** See `Chain`. */
  readonly acceptance: (digest: Hex) => Hex;
  /** The account that should have each role in the contract, by the keys on this machine. */
  readonly holders: Partial<Readonly<Record<EscrowRole, Hex>>>;
}

/**
 * Reads the keys of the house.
 *
 * @throws ChainSetupError naming the file that is missing, that others may read, or that has no key
 */
export function loadKeys(keysDir: string): HouseKeys {
  const found = new Map<KeyFile, FoundKey>();
  for (const name of FILES) {
    const key = readKey(join(keysDir, name), OPTIONAL.includes(name));
    if (key !== null) found.set(name, key);
  }
  const addressOf = (name: KeyFile): Hex | null => {
    const address = found.get(name)?.account.address;
    // An address in lower case is still an address.
    return address === undefined ? null : (address.toLowerCase() as Hex);
  };
  const signing = hexToBytes(found.get('acceptance')?.digits ?? '');
  const holders: Partial<Record<EscrowRole, Hex>> = {};
  for (const role of ESCROW_ROLES) {
    const address = addressOf(FILE_OF_ROLE[role]);
    if (address !== null) holders[role] = address;
  }
  return {
    keys: {
      addressOf,
      sign: (role, transaction) => signTransaction(found.get(role)?.account, role, transaction),
    },
    acceptance: (digest) => signDigest(digest, signing),
    holders,
  };
}

const signTransaction = async (
  account: PrivateKeyAccount | undefined,
  role: Role,
  { fees, ...transaction }: Parameters<ChainKeys['sign']>[1],
): ReturnType<ChainKeys['sign']> => {
  if (account === undefined) throw new Error(`the key of the ${role} is not on this machine`);
  const raw = await account.signTransaction({
    ...transaction,
    type: 'eip1559',
    maxFeePerGas: fees.maxFee,
    maxPriorityFeePerGas: fees.tip,
  });
  return { raw, hash: keccak256(raw) };
};

interface FoundKey {
  readonly account: PrivateKeyAccount;
  readonly digits: string;
}

function readKey(path: string, isOptional: boolean): FoundKey | null {
  let text: string;
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) {
      throw new ChainSetupError(`CHAIN_KEYS_DIR: others may read ${path}; its mode must be 0600`);
    }
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof ChainSetupError) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && isOptional) return null;
    throw new ChainSetupError(
      isMissing ? `CHAIN_KEYS_DIR: ${path} is missing` : `CHAIN_KEYS_DIR: ${path} cannot be read`,
      { cause: error },
    );
  }
  const digits = text.replace(/^0x/i, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    throw new ChainSetupError(`CHAIN_KEYS_DIR: ${path} does not hold a key of 64 hex digits`);
  }
  try {
    return { account: privateKeyToAccount(`0x${digits}`), digits };
  } catch {
    // Zero, or a number beyond the curve's order.
    throw new ChainSetupError(`CHAIN_KEYS_DIR: ${path} holds a number that is no key`);
  }
}
