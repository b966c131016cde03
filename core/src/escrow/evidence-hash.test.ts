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
  it('is the Keccak-256 of a text that anybody can write again', () => {
    const text = '[7,"m_aaaaaaaaaaaaaaaaaaaa",null,"The game was canceled.","ab"]';
    expect(evidenceHash(PROPOSED)).toBe(toHex(keccakOfText(text)));
  });

  it('is another one for the same result proposed again', () => {
    expect(evidenceHash({ ...PROPOSED, resolutionId: 8 })).not.toBe(evidenceHash(PROPOSED));
  });

  it('is never nothing, which the contract refuses, also where a reason is empty', () => {
    expect(BigInt(reasonHash(''))).toBeGreaterThan(0n);
  });
});
