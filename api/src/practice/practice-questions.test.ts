import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { describe, expect, test } from 'vitest';
import { PRACTICE_QUESTIONS } from './practice-questions.ts';

describe('the questions of practice markets', () => {
  test('are enough for three different ones in each span', () => {
    expect(PRACTICE_QUESTIONS.length).toBeGreaterThanOrEqual(24);
    expect(new Set(PRACTICE_QUESTIONS.map((question) => question.title)).size).toBe(
      PRACTICE_QUESTIONS.length,
    );
  });

  test.each(PRACTICE_QUESTIONS.map((question) => [question.title, question] as const))(
    '%s',
    (_title, question) => {
      const { category, subcategory } = question;
      const probabilities = Object.values(question.outcomes);
      expect(probabilities.length).toBeGreaterThanOrEqual(2);
      expect(probabilities.length).toBeLessThanOrEqual(6);
      expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 12);
      for (const probability of probabilities) {
        expect(probability).toBeGreaterThanOrEqual(0.01);
        expect(probability).toBeLessThanOrEqual(0.95);
      }
      const entry = CATEGORY_TAXONOMY.find(({ id }) => id === category);
      expect(entry?.subcategories.map(({ id }) => id)).toContain(subcategory);
    },
  );
});
