import { cashOutOffer } from '@tallystone/testkit/chain/cash-out-offer.ts';
import { describe, expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import { chainIdOf } from './chain-id-of.ts';
import { type EscrowBet, hashEscrowBet } from './escrow-bet.ts';
import { betAcceptance, stakeAuthorization, typedDataDigest } from './typed-data.ts';

const place = { chainId: 137, escrow: '0x2e234dae75c793f67a35089c9d99245e1c58470b' } as const;
const token = {
  address: '0x5615deb798bb3e4dfa0139dfa1b3d433cc23b72f',
  name: 'USD Coin',
  version: '2',
} as const;
const bet: EscrowBet = {
  betId: chainIdOf('b_234567abcdefghijklmn'),
  marketId: chainIdOf('m_abcdefghijklmnopqrst'),
  bettor: '0x71c7656ec7ab88b098defb751b7401b5f6d8976f',
  outcome: 2,
  stake: microUsdc(25_000_000n),
  odds: microOdds(1_850_000n),
  deadline: 1_800_000_300,
};

/** contracts/test/Vectors.t.sol has the same vectors. */
describe('server and contract agree on', () => {
  test('the hash of a bet', () => {
    expect(hashEscrowBet(bet, place)).toBe(
      '0x4caef575727b25f8edfd7f5e8a46d0714f01cdfbea7921f29bb4895bd1c693d0',
    );
  });

  test('the acceptance of a bet', () => {
    expect(typedDataDigest(betAcceptance(bet, 1_800_000_030, place))).toBe(
      '0x53fdd8dd585d0a158f353462b8a4e124051e9d3de68d44e770e18871a08b06e7',
    );
  });

  test('a cash-out', () => {
    const offer = { betId: bet.betId, amount: microUsdc(20_000_000n), deadline: 1_800_000_060 };
    expect(typedDataDigest(cashOutOffer(offer, place))).toBe(
      '0x71218d4eb80d8520a6f3e1b9e72c484fddd46d7de86f27067c5573118ba8bc72',
    );
  });

  test('the authorization of a stake', () => {
    expect(typedDataDigest(stakeAuthorization(bet, place, token))).toBe(
      '0xfae2cd4521d2126bfe284d895d97977ec3b83b380ebac6cf8dded8a4d86e4a68',
    );
  });
});

describe('a change in', () => {
  const authorizationOf = (other: Partial<EscrowBet>, at: Partial<typeof place> = {}) =>
    typedDataDigest(stakeAuthorization({ ...bet, ...other }, { ...place, ...at }, token));

  test.each<[string, Partial<EscrowBet>]>([
    ['bet', { betId: chainIdOf('b_234567abcdefghijklmo') }],
    ['market', { marketId: chainIdOf('m_abcdefghijklmnopqrsu') }],
    ['bettor', { bettor: '0x71c7656ec7ab88b098defb751b7401b5f6d89760' }],
    ['outcome', { outcome: 1 }],
    ['stake', { stake: microUsdc(25_000_001n) }],
    ['odds', { odds: microOdds(1_850_001n) }],
    ['deadline', { deadline: 1_800_000_301 }],
  ])('%s changes the authorization', (_, other) => {
    expect(authorizationOf(other)).not.toBe(authorizationOf({}));
  });

  test('the chain or the contract changes it too', () => {
    const here = hashEscrowBet(bet, place);
    expect(hashEscrowBet(bet, { ...place, chainId: 1 })).not.toBe(here);
    expect(hashEscrowBet(bet, { ...place, escrow: token.address })).not.toBe(here);
  });
});

test('a field of an unknown type throws', () => {
  const data = betAcceptance(bet, 1, place);
  const types = { ...data.types, Acceptance: [{ name: 'bet', type: 'bytes' }] };
  expect(() => typedDataDigest({ ...data, types })).toThrow('no field of ours is a bytes');
});

test('a type without fields, and a field without a value, are hashed as empty', () => {
  const data = betAcceptance(bet, 1, place);
  expect(typedDataDigest({ ...data, primaryType: 'Nothing' })).toMatch(/^0x[0-9a-f]{64}$/);
  const domain = { ...data.types, EIP712Domain: [{ name: 'salt', type: 'string' }] };
  expect(typedDataDigest({ ...data, types: domain })).toMatch(/^0x[0-9a-f]{64}$/);
});
