import { expect, test } from 'vitest';
import { openParts } from './parts.ts';

test('parts stop one after the other, the last one first, even if one fails', async () => {
  const parts = openParts();
  const stopped: string[] = [];
  const keep = (name: string, fail = false) =>
    parts.keep({
      async stop() {
        stopped.push(`${name} begins`);
        await Promise.resolve();
        if (fail) throw new Error(`${name} failed`);
        stopped.push(`${name} ends`);
      },
    });
  keep('database');
  keep('feed', true);
  keep('server');
  await expect(parts.stop()).rejects.toThrow('feed failed');
  expect(stopped).toEqual([
    'server begins',
    'server ends',
    'feed begins',
    'database begins',
    'database ends',
  ]);
  await parts.stop();
  expect(stopped).toHaveLength(5);
});

test('if several parts fail, each failure is reported', async () => {
  const parts = openParts();
  const failures = [new Error('the feed failed'), new Error('the books failed')];
  for (const failure of failures) parts.keep({ stop: () => Promise.reject(failure) });
  await expect(parts.stop()).rejects.toMatchObject({ errors: failures.toReversed() });
});
