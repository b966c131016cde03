import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type TypedData, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { PracticeChain, TokenCall } from '../scripts/open-practice-chain.mjs';
import type { LiveBettor, SignedLiveBet } from './live-bettor.ts';
import type { LiveTerms } from './live-server.ts';

/** What a bettor with gas can do to bets between their acceptance and the transaction that places them. */
export interface HostileAct {
  readonly name: string;
  readonly calls: (enemy: {
    chain: PracticeChain;
    terms: LiveTerms;
    bettor: LiveBettor;
    bets: readonly SignedLiveBet[];
  }) => Promise<TokenCall[]>;
}

/** The address to which attackers move their money. No one has its key. */
const ELSEWHERE = '0x00000000000000000000000000000000000e15e0';

export const HOSTILE_ACTS: readonly HostileAct[] = [
  {
    name: 'moves the funds away',
    calls: async ({ chain, bettor }) => {
      const amount = await chain.usdcOf(bettor.wallet.address);
      return [{ functionName: 'transfer', args: [ELSEWHERE, amount] }];
    },
  },
  {
    name: 'uses the nonce for a payment to itself',
    calls: async ({ terms, bettor, bets }) => {
      const { address } = bettor.wallet;
      const until = Math.floor(Date.now() / 1000) + 3600;
      return bets.map(({ betHash }) => {
        const signature = sign(bettor, {
          ...ofUsdc(terms),
          primaryType: 'ReceiveWithAuthorization',
          types: { EIP712Domain: DOMAIN, ReceiveWithAuthorization: RECEIVE },
          message: {
            from: address,
            to: address,
            value: '1',
            validAfter: '0',
            validBefore: String(until),
            nonce: betHash,
          },
        });
        const args = [address, address, 1n, 0n, BigInt(until), betHash, ...signature];
        return { functionName: 'receiveWithAuthorization', args };
      });
    },
  },
  {
    name: 'takes the authorization back',
    calls: async ({ terms, bettor, bets }) => {
      const { address } = bettor.wallet;
      return bets.map(({ betHash }) => {
        const signature = sign(bettor, {
          ...ofUsdc(terms),
          primaryType: 'CancelAuthorization',
          types: { EIP712Domain: DOMAIN, CancelAuthorization: CANCEL },
          message: { authorizer: address, nonce: betHash },
        });
        return { functionName: 'cancelAuthorization', args: [address, betHash, ...signature] };
      });
    },
  },
  {
    name: 'has the token refuse its wallet',
    calls: async ({ bettor }) => [{ functionName: 'setBlacklisted', args: [bettor.wallet.address, true] }],
  },
];

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const RECEIVE = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
];
const CANCEL = [
  { name: 'authorizer', type: 'address' },
  { name: 'nonce', type: 'bytes32' },
];

function ofUsdc({ chainId, usdc }: LiveTerms): Pick<TypedData, 'domain'> {
  const { name, version, address } = usdc;
  // Addresses in the configuration are hex with 0x.
  return { domain: { name, version, chainId, verifyingContract: address as Hex } };
}

/** v, r and s, in the token's form. */
function sign(bettor: LiveBettor, data: TypedData): [v: number, r: string, s: string] {
  const signature = bettor.wallet.signDigest(typedDataDigest(data));
  const part = (from: number, to: number) => signature.slice(2 + 2 * from, 2 + 2 * to);
  return [Number.parseInt(part(64, 65), 16), `0x${part(0, 32)}`, `0x${part(32, 64)}`];
}
