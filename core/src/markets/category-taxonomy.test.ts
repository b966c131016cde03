import { describe, expect, test } from 'vitest';
import { categorySchema } from '../http-api/markets.ts';
import { CATEGORY_TAXONOMY } from './category-taxonomy.ts';

describe('CATEGORY_TAXONOMY', () => {
  test('has the main categories and subcategories', () => {
    const subcategories = CATEGORY_TAXONOMY.map((entry) => [
      entry.id,
      entry.subcategories.map(({ id }) => id),
    ]);
    expect(Object.fromEntries(subcategories)).toEqual({
      sports: ['football', 'basketball', 'soccer', 'tennis', 'baseball', 'hockey', 'mma', 'boxing'],
      politics: ['elections', 'policy', 'international', 'domestic'],
      crypto: ['bitcoin', 'ethereum', 'altcoins', 'defi', 'nft'],
      entertainment: ['movies', 'tv', 'music', 'gaming'],
      economics: ['stocks', 'commodities', 'forex', 'indicators'],
    });
  });

  test('has exactly the API’s categories, in their order', () => {
    expect(CATEGORY_TAXONOMY.map(({ id }) => id)).toEqual(categorySchema.options);
  });

  test('always shows sports, politics and crypto', () => {
    const shown = CATEGORY_TAXONOMY.filter(({ alwaysShown }) => alwaysShown).map(({ id }) => id);
    expect(shown).toEqual(['sports', 'politics', 'crypto']);
  });

  test('names the leagues', () => {
    const sports = CATEGORY_TAXONOMY.find(({ id }) => id === 'sports');
    expect(sports?.subcategories.map(({ label }) => label)).toEqual([
      'Football (NFL)',
      'Basketball (NBA)',
      'Soccer (FIFA)',
      'Tennis',
      'Baseball (MLB)',
      'Hockey (NHL)',
      'MMA',
      'Boxing',
    ]);
  });
});
