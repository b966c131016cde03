import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aMarket, betOverHttp, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../http/open-log.ts';
import { type LoggedBet, readLoggedBets } from './bet-log.ts';
import { findUnbooked, unbookedSentence } from './find-unbooked.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  folder = await mkdtemp(join(tmpdir(), 'tallystone-bet-log-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** The lines that a server logs while these bets are placed, and their ids. */
async function placeLogged(level: 'warn' | 'silent', env: Record<string, string>, amounts: number[]) {
  const lines: string[] = [];
  const app = await aTestApp(database, { env, log: openLog(level, { write: (line) => lines.push(line) }) });
  const wallet = anEvmWallet();
  const bettor = { wallet, ...(await signInWith(app, wallet)) };
  const market = await aMarket(database.db);
  const ids: string[] = [];
  for (const amount of amounts) {
    const answer = await betOverHttp(app, { ...bettor, market, amount });
    expect(answer.statusCode).toBe(200);
    ids.push(answer.json<{ id: string }>().id);
  }
  await app.close();
  return { lines, ids };
}

async function* inChunks(...chunks: LoggedBet[][]) {
  yield* chunks;
}

test('with LOG_BETS each acknowledged bet is in the log, whatever its level, and is found in the books', async () => {
  const { lines, ids } = await placeLogged('silent', { LOG_BETS: 'on', RATE_LIMITS: 'off' }, [5, 7.25]);
  const file = join(folder, 'server.log');
  // As a collector saves it, with other lines, and with one that a crash has cut off.
  const noise = ['Stopped.', '{"msg":"bets were placed"}', `${lines[0]?.slice(0, 60)} bets were placed`];
  await writeFile(
    file,
    [...noise, ...lines.map((line) => `2026-11-27T00:00:00Z stderr F ${line}`)].join('\n'),
  );
  const read: LoggedBet[] = [];
  for await (const bets of readLoggedBets(file)) read.push(...bets);
  expect(read.map(([id, , , amount]) => [id, amount])).toEqual([
    [ids[0], 5],
    [ids[1], 7.25],
  ]);
  expect(await findUnbooked(database.db, readLoggedBets(file))).toEqual({ bets: 2, unbooked: [] });
});

test('without it the log has no bets', async () => {
  const { lines } = await placeLogged('warn', { RATE_LIMITS: 'off' }, [5]);
  expect(lines.filter((line) => line.includes('bets were placed'))).toEqual([]);
});

test('exactly the bets that the books lack, or have otherwise, are named, each once', async () => {
  const { lines } = await placeLogged('silent', { LOG_BETS: 'on', RATE_LIMITS: 'off' }, [5, 6]);
  const [kept, other]: [LoggedBet, LoggedBet] = lines.flatMap((line) => JSON.parse(line).bets) as never;
  const gone: LoggedBet = ['b_gone', ...(kept.slice(1) as [string, string, number, number, string])];
  const changed: LoggedBet = [other[0], other[1], other[2], 600, other[4], other[5]];
  const found = await findUnbooked(database.db, inChunks([gone, kept], [changed, gone]));
  expect(found).toEqual({ bets: 3, unbooked: [gone, changed] });
  expect(unbookedSentence(changed)).toBe(
    `bet ${other[0]} of user ${other[1]} was acknowledged at ${other[5]}: 600.00 USDC on ${other[2]} at 1.99. The books don't have it like this`,
  );
});
