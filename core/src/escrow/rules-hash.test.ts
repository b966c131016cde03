import { describe, expect, it } from 'vitest';
import { keccakOfText, toHex } from './abi-words.ts';
import { type MarketRules, rulesHash } from './rules-hash.ts';

const RULES: MarketRules = {
  title: 'Who wins?',
  description: 'The final.',
  outcomes: ['Ana', 'Berta'],
  closesAt: 1_800_000_000,
  azuroConditionId: null,
};

describe('the hash of the rules', () => {
  it('is the Keccak-256 of a text that anyone can rebuild', () => {
    const text = '["Who wins?","The final.",["Ana","Berta"],1800000000,null]';
    expect(rulesHash(RULES)).toBe(toHex(keccakOfText(text)));
  });

  it('differs for every changed rule', () => {
    const others: MarketRules[] = [
      { ...RULES, title: 'Who wins' },
      { ...RULES, description: '' },
      { ...RULES, outcomes: ['Berta', 'Ana'] },
      { ...RULES, outcomes: ['Ana,Berta'] },
      { ...RULES, closesAt: 1_800_000_001 },
      { ...RULES, azuroConditionId: '1' },
    ];
    const hashes = [RULES, ...others].map(rulesHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
