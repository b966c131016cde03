import type { Hex } from '@tallystone/core/escrow/abi-words';
import { usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  aLiveProcess,
  confirm,
  type LiveBetting,
  openLiveBooks,
  refusal,
} from '@tallystone/testkit/betting/live-betting.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { answerBatch, type BatchedAnswer } from './answer-batch.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { chainStakes } from './chain-stakes.ts';
import { placeBet } from './place-bet.ts';

/** What a wallet can stake: each stake counts once, whatever the chain has seen of it when it is asked. */
let database: TestDatabase;
let betting: LiveBetting;
beforeAll(async () => {
  ({ database, betting } = await openLiveBooks());
});
afterAll(() => database.close());

const aBettor = (parts = {}) => aLiveBettor(database.db, betting, parts);

/** The identifier of a bet's authorization on the chain. */
async function nonceOf(id: string): Promise<Hex> {
  const [row] = await rows(
    database.db,
    { nonce: col.text },
    sql`select encode(bet_hash, 'hex') as nonce from live_bets where id = ${id}`,
  );
  return `0x${row?.nonce}`;
}

/** A process whose chain answers with a wallet's state from before another event. */
function answeringAfter(happens: () => Promise<void>): LiveBetting {
  const process = aLiveProcess(database.db, { outside: betting.outside });
  const house = process.chain;
  const stakeable: typeof house.chain.stakeable = async (...asked) => {
    const answer = await house.chain.stakeable(...asked);
    await happens();
    return answer;
  };
  return { ...process, stakes: chainStakes({ ...house, chain: { ...house.chain, stakeable } }) };
}

/** A process that decides this many bets in one batch. */
function decidingTogether(count: number): LiveBetting {
  const { stakes } = betting;
  const waiting: { request: BetRequest; answer(given: BatchedAnswer): void }[] = [];
  const submit = async (request: BetRequest): Promise<BetAnswer> => {
    const answered = new Promise<BatchedAnswer>((answer) => waiting.push({ request, answer }));
    if (waiting.length === count) {
      const bets = waiting.map((each) => each.request);
      const batch = { marketId: request.marketId, bets, stakes };
      for (const [i, given] of (await answerBatch(database.db, batch)).entries()) waiting[i]?.answer(given);
    }
    const answer = await answered;
    if (answer.kind === 'failed') throw answer.error;
    return answer;
  };
  return { ...betting, queue: { ...betting.queue, submit } };
}

test('a stake counts once: while it is in the wallet, after a block took it, and after that block was replaced', async () => {
  const { outside } = betting;
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor({ holds: usdc(25) });
  const bet = (amount: number) =>
    aLiveBet(betting, { bettor, market, amount }).then((sent) => placeBet(betting, sent));
  const { id } = await bet(10);
  const nonce = await nonceOf(id);

  // The block is not final: the wallet has less already, and the bet is still pending.
  outside.wallets.set(bettor.address, usdc(15));
  outside.used.add(nonce);
  expect(await refusal(bet(15.01))).toMatchObject({ code: 'insufficient-funds', facts: { balance: 15 } });
  await bet(10);

  // The block was replaced: both stakes are in the wallet again.
  outside.wallets.set(bettor.address, usdc(25));
  outside.used.delete(nonce);
  expect(await refusal(bet(5.01))).toMatchObject({ code: 'insufficient-funds', facts: { balance: 5 } });
  await bet(5);
});

test('a stake that was pending when the chain was asked counts, even if it was confirmed since', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor({ holds: usdc(15) });
  const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
  const slow = answeringAfter(async () => void (await confirm(database.db, [id])));
  const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
  expect(await refusal(placeBet(slow, sent))).toMatchObject({
    code: 'insufficient-funds',
    facts: { balance: 5 },
  });
});

test('a stake that was confirmed before the chain was asked no longer counts', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor({ holds: usdc(15) });
  const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
  await confirm(database.db, [id]);
  betting.outside.wallets.set(bettor.address, usdc(5));
  const sent = await aLiveBet(betting, { bettor, market, amount: 5 });
  await expect(placeBet(betting, sent)).resolves.toMatchObject({ status: 'pending' });
});

test('if more stakes are pending than are asked about, the others count in full', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor({ holds: usdc(30) });
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) {
    ids.push((await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 1 }))).id);
  }
  // All of them are in a block that is not final.
  for (const id of ids) betting.outside.used.add(await nonceOf(id));
  betting.outside.wallets.set(bettor.address, usdc(8));
  const sent = await aLiveBet(betting, { bettor, market, amount: 7 });
  expect(await refusal(placeBet(betting, sent))).toMatchObject({ facts: { balance: 6 } });
});

test('a stake that was accepted after the chain was asked counts, even if it was confirmed since', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor({ holds: usdc(15) });
  const [first, second] = [
    await aLiveBet(betting, { bettor, market, amount: 10 }),
    await aLiveBet(betting, { bettor, market, amount: 10 }),
  ];
  const slow = answeringAfter(async () => {
    await confirm(database.db, [(await placeBet(betting, first)).id]);
  });
  expect(await refusal(placeBet(slow, second))).toMatchObject({
    code: 'insufficient-funds',
    facts: { balance: 5 },
  });
});

test('a bet that is sent again does not change what another bet in its batch can stake', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor({ holds: usdc(20) });
  const [first, second] = [
    await aLiveBet(betting, { bettor, market, amount: 10 }),
    await aLiveBet(betting, { bettor, market, amount: 10 }),
  ];
  const { id } = await placeBet(betting, first);
  const together = decidingTogether(2);
  const answers = await Promise.all([placeBet(together, first), placeBet(together, second)]);
  expect(answers).toMatchObject([{ id }, { status: 'pending' }]);
  // Sent alone it gets its answer too.
  expect(await placeBet(decidingTogether(1), first)).toMatchObject({ id });
});

test('a wallet whose code refuses its signature is refused before anything is accepted, and need not wait', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor();
  betting.outside.refusing?.add(bettor.address);
  for (let i = 0; i < 3; i++) {
    expect(
      await refusal(placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 1 }))),
    ).toMatchObject({
      code: 'signature-invalid',
      message: expect.stringMatching(
        /^The code your wallet delegates to rejected the stake signature, so no money was taken; /,
      ),
    });
  }
  expect(
    await rows(database.db, sql`select from live_bets where user_id = ${bettor.session.userId}`),
  ).toEqual([]);
  betting.outside.refusing?.delete(bettor.address);
  const sent = await aLiveBet(betting, { bettor, market, amount: 1 });
  expect(await placeBet(betting, sent)).toMatchObject({ status: 'pending' });
  // An accepted bet that is sent again gets its answer, whatever the code says by now.
  betting.outside.refusing?.add(bettor.address);
  expect(await placeBet(betting, sent)).toMatchObject({ status: 'pending' });
});
