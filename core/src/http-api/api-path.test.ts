import { expect, test } from 'vitest';
import { apiPath } from './api-path.ts';

test('a path takes its parameters and query, encoded', () => {
  expect(
    apiPath('/api/markets/:id/quote', {
      params: { id: 'm_a/b' },
      query: { amount: '1 2', outcomeId: undefined },
    }),
  ).toBe('/api/markets/m_a%2Fb/quote?amount=1%202');
  expect(apiPath('/api/markets', {})).toBe('/api/markets');
  expect(() => apiPath('/api/markets/:id', {})).toThrow('needs the parameter "id"');
});
