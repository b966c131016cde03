import { expect, test } from 'vitest';
import { reviewSchema } from '../http-api/settlement.ts';
import { reviewSentence } from './review.ts';

test('why an admin must look at a market is said in sentences, each its own', () => {
  const sentences = reviewSchema.options.map(reviewSentence);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*[a-z]\.$/);
  expect(new Set(sentences).size).toBe(sentences.length);
});
