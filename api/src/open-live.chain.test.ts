import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BettingReason } from '@tallystone/core/http-api/health';
import { LIVE } from '@tallystone/testkit/betting/results.ts';
import { aTestChain, type TestChain } from '@tallystone/testkit/chain/follow.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { queueCall } from './chain/queue-call.ts';
import { parseConfig, requireChain } from './config.ts';
import { transaction } from './db/transaction.ts';
import type { Failure } from './http/failure-log.ts';
import { openLog } from './http/open-log.ts';
import { openLive } from './open-live.ts';
import { openParts } from './parts.ts';

/** How long sending may fail before betting stops. */
const STUMBLE_MS = 5000;

let chain: TestChain;
let database: TestDatabase;
beforeAll(async () => {
  chain = await aTestChain();
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await chain.stop();
});

test('the health of betting reports the chain, the gas money, and what is sent', async () => {
  // Makes a new block, because the test may have taken long until here.
  await chain.finalise();
  const env = { ...LIVE, DATABASE_URL: database.url };
  const settings = requireChain(parseConfig({ ...env, ...chain.settings }));
  writeFileSync(join(settings.keysDir, 'practice-wallets.json'), '[]');
  const reported: Failure[] = [];
  const live = await openLive({
    settings,
    db: database.db,
    log: openLog('silent'),
    failures: { report: (failure) => reported.push(failure), flush: () => undefined },
  });
  const parts = openParts();
  const app = await aTestApp(database, { env, chain: live.chain });
  onTestFinished(async () => {
    await parts.stop();
    await app.close();
  });
  const reasons = async () =>
    (await app.http.inject('/api/health/betting')).json<{ reasons: BettingReason[] }>().reasons;
  // The tests' database has no standby, which stops no bet.
  const standby = expect.objectContaining({ kind: 'standby', stops: 'no-bet' });
  const held = (sentence: string) => ({ kind: 'chain', stops: 'every-bet', sentence });
  expect(await reasons()).toEqual([held('The blockchain has not been read yet.'), standby]);

  const relayer = live.chain.keys.addressOf('relayer');
  await chain.rpc('anvil_setBalance', [relayer, '0x0']);
  await live.begin(parts, { lists: app.lists, confirm: async () => 'wait', onEnded: () => undefined });
  const sentence = expect.stringMatching(
    new RegExp(`^The account of the relayer, ${relayer}, has 0\\.000 POL left`),
  );
  const gas = { kind: 'gas', stops: 'no-bet', sentence };
  await expect.poll(reasons).toEqual([gas, standby]);
  app.readiness.requireBettable();

  await transaction(database.db, (tx) =>
    queueCall(tx, { key: 'no gas', role: 'relayer', data: '0x00', gas: 100_000n }),
  );
  const unsent = { what: 'what is queued for the chain could not be sent' };
  await expect.poll(() => reported).toContainEqual(expect.objectContaining(unsent));
  const nowMs = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + STUMBLE_MS);
  onTestFinished(() => clock.mockRestore());
  await expect
    .poll(reasons)
    .toEqual([held("The relayer's transactions don't reach the blockchain."), gas, standby]);
  expect(() => app.readiness.requireBettable()).toThrow('Betting is stopped while the blockchain is checked');
});
