import { fileURLToPath } from 'node:url';
import { httpApi } from '@tallystone/core/http-api';
import { beforeAll, expect, test } from 'vitest';
import { clientTypes } from './client-types.mjs';

let made: Awaited<ReturnType<typeof clientTypes>>;

beforeAll(async () => {
  made = await clientTypes(fileURLToPath(new URL('..', import.meta.url)));
});

test('the client has every call of the table, with what sending it needs', () => {
  expect(Object.keys(made.calls)).toEqual(Object.keys(httpApi));
  expect(made.calls).toMatchObject({
    listMarkets: { method: 'GET', path: '/api/markets', isRepeatable: true, answer: 'json' },
    placeBet: { method: 'POST', isRepeatable: true, takesKey: true },
    cashOut: { method: 'POST', isRepeatable: true, takesKey: false },
    setAutomaticCashOut: { method: 'PUT', isRepeatable: true, takesKey: false },
    changeLimits: { method: 'PUT', isRepeatable: false },
    exportData: { answer: 'text' },
    getMarketPicture: { answer: 'blob' },
    openStream: { answer: 'events' },
  });
});

test('types have the names, fields and comments of their source', () => {
  const { types } = made;
  for (const name of Object.keys(httpApi)) expect(types).toContain(`\n  ${name}: {`);
  expect(types).toContain('export interface WireMarket {\n');
  expect(types).toContain('  /** Percent, 0 to 100. */\n  probability: number;\n');
  expect(types).toContain('  odds: number | null;\n');
  expect(types).toContain('  wonOutcomeId?: string | undefined;\n');
  expect(types).toContain('`POST /api/bets`\n');
  expect(types).not.toMatch(/: any\b|\bzod\b/);
});
