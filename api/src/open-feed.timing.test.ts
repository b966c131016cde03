import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { openFailureLog } from './http/failure-log.ts';
import { openLog } from './http/open-log.ts';
import { openFeed } from './open-feed.ts';

/** Less than the retries of an unanswered call take, which depends on timers and not on the machine. */
const BAR_MS = 20_000;

test('a feed that cannot be reached does not delay the stop', async () => {
  const database = await createTestDatabase();
  const config = parseConfig({ AZURO_API_URL: 'http://127.0.0.1:9', AZURO_WS_URL: 'ws://127.0.0.1:9' });
  const feed = await openFeed({ config, database, failures: openFailureLog(openLog('silent')) });
  await feed.keeper.start();
  await feed.topUp();
  const beganAt = performance.now();
  await feed.stop();
  expect(performance.now() - beganAt).toBeLessThan(BAR_MS);
  await database.close();
});
