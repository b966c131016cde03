import { anAccount, aReplacedChain, keysOf } from '@tallystone/testkit/chain/replaced.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { broadcastCalls } from './broadcast-calls.ts';
import { openRelayer } from './relayer.ts';
import { listSigners } from './signer.ts';

const RELAYER = anAccount('relayer', '1');
const FINALISER = anAccount('finaliser', '2');
const RESOLVER = anAccount('resolver', '3');
const ALL = [RELAYER, FINALISER, RESOLVER];
const keys = keysOf(ALL);

/** Final blocks were replaced, and the chain has none of our transactions. */
let database: TestDatabase;
let nodes: ReturnType<typeof aReplacedChain>;
beforeEach(async () => {
  database = await createTestDatabase();
  nodes = aReplacedChain(ALL);
  await database.db.execute(sql`
    insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at, replaced_by)
    values (137, '\\x00', 400, '\\x01', clock_timestamp(), '\\x02')`);
});
afterEach(() => database.close());

/** One round for each account. @returns what was sent to the nodes, and what was reported as held back */
async function look(): Promise<{ given: string[]; waits: string[] }> {
  const { db } = database;
  const waits: string[] = [];
  for (const signer of listSigners(keys)) {
    const fromNonce = nodes.nonces.get(signer.address) ?? 0;
    const said = await broadcastCalls({ db, chain: nodes.chain, keys }, { signer, fromNonce });
    if (said !== null) waits.push(`${signer.roles[0]}: ${said.replace(/ of 0x[0-9a-f]{40}/, '')}`);
  }
  return { given: nodes.given.splice(0), waits };
}

/** Puts what was sent to the nodes into a block. */
const include = ({ address }: (typeof ALL)[number], nonces: number) =>
  nodes.nonces.set(address, (nodes.nonces.get(address) ?? 0) + nonces);

const othersFirst = (role: string, nonce: number) =>
  `${role}: The transaction ${nonce} and those after it wait: by what the nodes say, other accounts have earlier ones to bring back.`;

test('if places are not in the order of nonces, all up to the earliest place are sent, and nothing waits for ever', async () => {
  const { db } = database;
  // Some events may have kept their first place.
  await RELAYER.sign(db, 0, [300, 0]);
  await RELAYER.sign(db, 1, [100, 5]);
  await RELAYER.sign(db, 2, [350, 0]);
  await RELAYER.sign(db, 3, null);
  await FINALISER.sign(db, 0, [100, 9]);
  await FINALISER.sign(db, 1, [100, 2]);
  await RESOLVER.sign(db, 0, [320, 1]);
  await RESOLVER.sign(db, 1, null);

  expect(await look()).toEqual({
    given: ['finaliser 0', 'finaliser 1'],
    waits: [othersFirst('relayer', 0), othersFirst('resolver', 0)],
  });
  include(FINALISER, 2);
  // Nonce 1 needs nonce 0, although the transaction of nonce 0 came after one of another account.
  expect(await look()).toEqual({
    given: ['relayer 0', 'relayer 1'],
    waits: [othersFirst('relayer', 2), othersFirst('resolver', 0)],
  });
  include(RELAYER, 1);
  await database.db.execute(sql`update chain_transactions set broadcast_at = null`);
  expect(await look()).toEqual({
    given: ['relayer 1'],
    waits: [othersFirst('relayer', 2), othersFirst('resolver', 0)],
  });
  include(RELAYER, 1);
  expect(await look()).toEqual({
    given: ['resolver 0'],
    waits: [othersFirst('relayer', 2), othersFirst('resolver', 1)],
  });
  include(RESOLVER, 1);
  expect(await look()).toEqual({
    given: ['relayer 2', 'relayer 3'],
    waits: [othersFirst('resolver', 1)],
  });
  include(RELAYER, 2);
  expect(await look()).toEqual({ given: ['resolver 1'], waits: [] });
});

test('a call that would be reverted holds back everything after it, and nothing before it', async () => {
  const { db } = database;
  await FINALISER.sign(db, 0, [200, 0]);
  await RELAYER.sign(db, 0, [150, 0]);
  await RELAYER.sign(db, 1, [250, 0]);
  nodes.reverts.add('finaliser 0');
  expect(await look()).toEqual({
    given: ['relayer 0'],
    waits: [othersFirst('relayer', 1), othersFirst('finaliser', 0)],
  });
  include(RELAYER, 1);
  expect(await look()).toEqual({
    given: [],
    waits: [
      othersFirst('relayer', 1),
      'finaliser: The transaction 0 and those after it wait: the nodes say that it would be reverted now.',
    ],
  });
  nodes.reverts.clear();
  expect((await look()).given).toEqual(['finaliser 0']);
});

test('a round of the relayer reads the nonce of each account once', async () => {
  const { db } = database;
  for (const account of ALL) await account.sign(db, 0, null);
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  let broadcasts = 0;
  const failures: unknown[] = [];
  const relayer = openRelayer({
    db,
    keys,
    chain: {
      ...nodes.chain,
      gasBalance: async () => 10n ** 18n,
      // While this waits, the round stays here and the next one does not begin.
      async broadcast() {
        broadcasts += 1;
        await isOver;
      },
    },
    onError: (error) => failures.push(error),
  });
  await expect.poll(() => broadcasts).toBe(ALL.length);
  expect([...nodes.asked].sort()).toEqual(ALL.map(({ address }) => address).sort());
  const stopped = relayer.stop();
  end();
  await stopped;
  expect(failures).toEqual([]);
});

test('a transaction that was just sent needs no nonces of other accounts', async () => {
  const { db } = database;
  await RELAYER.sign(db, 0, null);
  expect((await look()).given).toEqual(['relayer 0']);
  nodes.asked.splice(0);
  expect(await look()).toEqual({ given: [], waits: [] });
  expect(nodes.asked).toEqual([]);
});
