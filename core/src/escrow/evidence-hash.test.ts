import { describe, expect, it } from 'vitest';
import { keccakOfText, toHex } from './abi-words.ts';
import { evidenceHash, reasonHash } from './evidence-hash.ts';

const PROPOSED = {
  resolutionId: 7,
  marketId: 'm_aaaaaaaaaaaaaaaaaaaa',
  outcomeId: null,
  evidence: 'The game was canceled.',
  rehearsalHash: 'ab',
};

describe('the hash of the evidence', () => {
  it('is the Keccak-256 of a text that anyone can rebuild', () => {
    const text = '[7,"m_aaaaaaaaaaaaaaaaaaaa",null,"The game was canceled.","ab"]';
    expect(evidenceHash(PROPOSED)).toBe(toHex(keccakOfText(text)));
  });

  it('differs when the same result is proposed again', () => {
    expect(evidenceHash({ ...PROPOSED, resolutionId: 8 })).not.toBe(evidenceHash(PROPOSED));
  });

  it('is never zero, which the contract refuses, even for an empty reason', () => {
    expect(BigInt(reasonHash(''))).toBeGreaterThan(0n);
  });
});
