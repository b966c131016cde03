import { hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type TypedData, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { type EvmKey, evmKey } from '@tallystone/core/identity/evm-key';

export { makeEvmSecret as makePracticeSecret } from '@tallystone/core/identity/evm-key';

/** A throw-away EVM key. It guards practice money only. */
export interface PracticeKey extends EvmKey {
  /** EIP-712 signature over our typed data, in the form of the others. */
  signTypedData: (data: TypedData) => Hex;
}

/** Throws if the hex isn't a secret key. */
export function practiceKey(secretHex: string): PracticeKey {
  const key = evmKey(secretHex);
  return { ...key, signTypedData: (data) => key.signDigest(hexToBytes(typedDataDigest(data).slice(2))) };
}
