import {
  addressWord,
  fixedBytesWord,
  type Hex,
  keccakOf,
  keccakOfText,
  toHex,
  uintWord,
} from './abi-words.ts';
import { type EscrowBet, type EscrowPlace, hashEscrowBet } from './escrow-bet.ts';

/**
 * What is signed for live bets, as typed data (EIP-712): the bettor signs the stake's authorization,
 * the house signs acceptances. Wallets show the typed data. Signing with a key, or verifying, uses its digest.
 */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: Hex;
  };
  readonly primaryType: string;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  /** Numbers are decimal text, which every wallet reads. */
  readonly message: Readonly<Record<string, string>>;
}

/** USDC on one chain: its name and version differ between chains. */
export interface UsdcToken {
  readonly address: Hex;
  readonly name: string;
  readonly version: string;
}

export const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/**
 * The authorization of a stake: only the escrow can use it, only for this bet, and only before the bet's deadline.
 *
 * @see EIP-3009, `ReceiveWithAuthorization`
 */
export function stakeAuthorization(bet: EscrowBet, place: EscrowPlace, token: UsdcToken): TypedData {
  return {
    domain: {
      name: token.name,
      version: token.version,
      chainId: place.chainId,
      verifyingContract: token.address,
    },
    primaryType: 'ReceiveWithAuthorization',
    types: {
      EIP712Domain: DOMAIN_FIELDS,
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: {
      from: bet.bettor,
      to: place.escrow,
      value: String(bet.stake),
      validAfter: '0',
      validBefore: String(bet.deadline),
      nonce: hashEscrowBet(bet, place),
    },
  };
}

/**
 * @param acceptedUntil seconds since 1970: the acceptance is valid before it
 */
export function betAcceptance(bet: EscrowBet, acceptedUntil: number, place: EscrowPlace): TypedData {
  return {
    domain: escrowDomain(place),
    primaryType: 'Acceptance',
    types: {
      EIP712Domain: DOMAIN_FIELDS,
      Acceptance: [
        { name: 'bet', type: 'bytes32' },
        { name: 'acceptedUntil', type: 'uint64' },
      ],
    },
    message: { bet: hashEscrowBet(bet, place), acceptedUntil: String(acceptedUntil) },
  };
}

/**
 * The digest of typed data, which is what gets signed.
 *
 * @returns 32 bytes
 * @throws RangeError for a field type that none of our typed data has
 * @see EIP-712
 */
export function typedDataDigest({ domain, primaryType, types, message }: TypedData): Hex {
  const separator = hashStruct('EIP712Domain', types, { ...domain, chainId: String(domain.chainId) });
  return toHex(keccakOf(Uint8Array.of(0x19, 0x01), separator, hashStruct(primaryType, types, message)));
}

function hashStruct(
  name: string,
  types: TypedData['types'],
  values: Readonly<Record<string, string>>,
): Uint8Array {
  const fields = types[name] ?? [];
  const signature = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;
  return keccakOf(
    keccakOfText(signature),
    ...fields.map((field) => wordOf(field.type, values[field.name] ?? '')),
  );
}

function wordOf(type: string, value: string): Uint8Array {
  switch (type) {
    case 'string':
      return keccakOfText(value);
    case 'address':
      // All our addresses are hex with `0x`, as the types above ensure.
      return addressWord(value as Hex);
    case 'bytes32':
      return fixedBytesWord(value as Hex, 32);
    case 'uint64':
    case 'uint256':
      return uintWord(BigInt(value));
    default:
      throw new RangeError(`no field of ours is a ${type}`);
  }
}

/** The domain of what the escrow contract checks. */
export function escrowDomain({ chainId, escrow }: EscrowPlace): TypedData['domain'] {
  return { name: 'Tallystone BetEscrow', version: '1', chainId, verifyingContract: escrow };
}
