import { webcrypto } from 'node:crypto';
import type { PlacedBet } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireReceipt, WireReceiptProof } from '@tallystone/core/http-api/receipts';
import { checkReceiptProof } from '@tallystone/core/ledger/check-receipt';
import { aMarket, betOverHttp, type TestMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import { cashOutFor, settle } from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { type BookSealer, sealBooks } from '../ledger/seal-books.ts';

let database: TestDatabase;
let app: App;
let sealer: BookSealer;
let admin: SignedIn;
/** The same admin signed in the demo way, which proves nothing. */
let unsignedAdmin: SignedIn;
let other: SignedIn;
/** The bets of one bettor: one cashed out, two that win together, one that loses, one on a void market. */
let bettor: SignedIn;
let ids: Record<'sold' | 'won' | 'alsoWon' | 'lost' | 'void' | 'others', string>;
let market: TestMarket;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  sealer = sealBooks({
    database,
    headFile: null,
    onHead: () => undefined,
    onError: () => undefined,
    everyMs: 3_600_000,
  });
  const desk = await anAdmin(app, database.db);
  admin = desk;
  unsignedAdmin = await demoSignInWith(app, desk);
  const [wallet, otherWallet] = [anEvmWallet(), anEvmWallet()];
  bettor = await signInWith(app, wallet);
  other = await signInWith(app, otherWallet);
  market = await aMarket(database.db);
  const voided = await aMarket(database.db);
  const flipped = { ...market, outcomeIds: market.outcomeIds.toReversed() };
  const bet = async (who: SignedIn, of: typeof wallet, on: TestMarket, amount: number): Promise<string> => {
    const answer = await betOverHttp(app, { wallet: of, headers: who.headers, market: on, amount });
    return answer.json<PlacedBet>().id;
  };
  ids = {
    sold: await bet(bettor, wallet, market, 10),
    won: await bet(bettor, wallet, market, 20),
    alsoWon: await bet(bettor, wallet, market, 30),
    lost: await bet(bettor, wallet, flipped, 40),
    void: await bet(bettor, wallet, voided, 50),
    others: await bet(other, otherWallet, market, 60),
  };
  await cashOutFor(database.db, ids.sold, usdc(9.9));
  await settle(database.db, market.marketId, 0);
  await settle(database.db, voided.marketId, 'void');
});
afterAll(async () => {
  await sealer.stop();
  await app.close();
  await database.close();
});

const ask = (who: SignedIn, betId: string) => callAs(app, who)({ url: `/api/receipts/${betId}` });
const receiptOf = async (betId: string, who = bettor) => (await ask(who, betId)).json<WireReceipt>();

async function sealAll(): Promise<void> {
  await vi.waitFor(async () => {
    await sealer.round();
    const unsealed = await rows(
      database.db,
      sql`select from entries where id > (select coalesce(max(last_entry), 0) from seals)`,
    );
    expect(unsealed).toEqual([]);
  }, 120_000);
}

/** As a browser does it, without any code of ours. */
async function followInBrowser({
  leaf,
  path,
  chain,
}: WireReceiptProof): Promise<[root: string, head: string]> {
  const hash = async (bytes: Buffer) => Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
  let node = await hash(Buffer.concat([Buffer.of(0), await hash(Buffer.from(leaf))]));
  for (const { hash: neighbour, side } of path) {
    const pair =
      side === 'left' ? [Buffer.from(neighbour, 'hex'), node] : [node, Buffer.from(neighbour, 'hex')];
    node = await hash(Buffer.concat([Buffer.of(1), ...pair]));
  }
  const head = await hash(Buffer.concat([Buffer.from(chain.hashBefore, 'hex'), Buffer.from(chain.content)]));
  return [node.toString('hex'), head.toString('hex')];
}

test('a bet that is not sealed yet has its entries and says so', async () => {
  const { bet, entries, proofs, sealed } = await receiptOf(ids.won);
  expect(bet).toMatchObject({ id: ids.won, amount: 20, result: 'won', status: 'settled' });
  expect(entries.map(({ kind }) => kind)).toEqual(['bet', 'settlement']);
  expect([proofs, sealed]).toEqual([[], false]);
});

describe('once the books are sealed', () => {
  beforeAll(sealAll);

  test.each<[keyof typeof ids, string[], string[]]>([
    ['sold', ['bet', 'cash-out'], ['filled-bet', 'cash-out']],
    ['won', ['bet', 'settlement'], ['filled-bet', 'payout']],
    ['lost', ['bet'], ['filled-bet']],
    ['void', ['bet', 'settlement'], ['filled-bet', 'refund']],
  ])('a bet that is %s leads to the chain', async (name, kinds, leaves) => {
    const { entries, proofs, sealed } = await receiptOf(ids[name]);
    expect(entries.map(({ kind }) => kind)).toEqual(kinds);
    expect(sealed).toBe(true);
    expect(proofs.map(({ leaf }) => leaf.split('|')[0])).toEqual(leaves);
    for (const proof of proofs) {
      expect(proof.leaf).toContain(ids[name]);
      expect(checkReceiptProof(proof)).toBe(true);
      expect(await followInBrowser(proof)).toEqual([proof.root, proof.chain.hash]);
      expect(JSON.parse(proof.chain.content)[7].root).toBe(proof.root);
    }
  });

  test('it shows what the bettor got, and no payment to others', async () => {
    const { bet, entries } = await receiptOf(ids.won);
    const also = (await receiptOf(ids.alsoWon)).bet;
    const [owner] = await rows(
      database.db,
      { id: col.text },
      sql`select user_id as id from bets where id = ${ids.won}`,
    );
    const user = `user:${owner?.id}`;
    const escrow = `escrow:${market.marketId}`;
    expect(entries.map(({ postings }) => postings)).toEqual([
      [{ from: user, to: escrow, amount: 20 }],
      // Both bets were paid by one posting.
      [{ from: escrow, to: user, amount: Number(((bet.paid ?? 0) + (also.paid ?? 0)).toFixed(6)) }],
    ]);
    expect(bet.paid).toBe(bet.totalReturn);
  });

  test('no other bettor can see it, but an admin who signed in with the wallet can', async () => {
    for (const betId of [ids.others, 'b_nobody']) {
      const answer = await ask(bettor, betId);
      expect([answer.statusCode, answer.json<WireError>().code]).toEqual([404, 'not-found']);
    }
    expect((await ask(other, ids.won)).statusCode).toBe(404);
    expect((await ask(unsignedAdmin, ids.won)).statusCode).toBe(404);
    const seen = await receiptOf(ids.others, admin);
    expect([seen.bet.id, seen.sealed]).toEqual([ids.others, true]);
  });
});

test('a caller without a session gets none', async () => {
  expect((await app.http.inject({ url: `/api/receipts/${ids.won}` })).statusCode).toBe(401);
});
