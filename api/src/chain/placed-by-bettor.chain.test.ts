import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI } from '@tallystone/core/escrow/escrow-abi';
import { stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { PlacedBet, WireQuote } from '@tallystone/core/http-api/betting';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import {
  aBet,
  aBettingProcess,
  aQuote,
  type TestBetting,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBettor,
  anOpenMarket,
  aTestChain,
  beginToFollow,
  follow,
  liveBet,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { decodeEventLog } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerBatch } from '../betting/answer-batch.ts';
import { createBetQueue } from '../betting/bet-queue.ts';
import { chainStakes } from '../betting/chain-stakes.ts';
import { placeBet } from '../betting/place-bet.ts';
import { rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { openHouse } from '../practice/open-house.ts';
import { type HouseKeys, loadKeys } from './keys.ts';
import { openRelayer, type Relayer } from './relayer.ts';
import { signDigest } from './sign-digest.ts';

/** Bets that a server accepts and their bettors send themselves, on their own chain and books. */
let database: MovedDatabase;
let chain: TestChain;
let house: HouseKeys;
let betting: TestBetting;
let market: TestMarket;
let relayer: Relayer | null = null;
const reported: unknown[] = [];
/** The account that pays the gas. */
const PAYER = generatePrivateKey();
const SCRIPT = fileURLToPath(new URL('../../../contracts/script/place-bet.mjs', import.meta.url));
let payerFile: string;

type Bettor = Awaited<ReturnType<typeof aLiveBettor>>;

beforeAll(async () => {
  database = await createMovedDatabase();
  const { db, now } = database;
  await openHouse(db, 'live');
  chain = await aTestChain();
  house = loadKeys(chain.settings.CHAIN_KEYS_DIR ?? '');
  await beginToFollow(db, chain);
  market = await anOpenMarket(db, chain);
  await chain.giveGas(privateKeyToAccount(PAYER).address);
  payerFile = join(chain.settings.CHAIN_KEYS_DIR ?? '', 'payer');
  writeFileSync(payerFile, PAYER, { mode: 0o600 });
  const stakes = chainStakes({ chain: chain.escrowChain, acceptance: house.acceptance });
  betting = {
    ...aBettingProcess(db, { now }),
    mode: 'live',
    stakes,
    queue: createBetQueue({
      answerBatch: (batch) => answerBatch(db, { ...batch, stakes }),
      onPlaced: () => undefined,
    }),
  };
});
afterAll(async () => {
  await chain.stop();
  await database.close();
});
afterEach(async () => {
  await relayer?.stop();
  relayer = null;
  expect(reported.splice(0)).toEqual([]);
  for (const { invariant, offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders, invariant.promise).toEqual([]);
  }
});

function beginToRelay(): void {
  const { db } = database;
  relayer = openRelayer({
    ...{ db, chain: chain.escrowChain, keys: house.keys },
    onError: (error) => reported.push(error),
  });
}

/** Places a bet as over HTTP, at the chain's time. */
async function anAcceptedBet(bettor: Bettor): Promise<PlacedBet> {
  // Sets the clock that is behind forward.
  const behindMs = (await chain.now()) * 1000 - database.now().getTime();
  if (behindMs > 0) await database.advance(behindMs);
  else await chain.passTime(Math.ceil(-behindMs / 1000));
  const quote = await aQuote(betting, { bettor, market, amount: 10 });
  const { marketId, outcomeId, odds, quoteId = '' } = quote;
  const sent = aBet(bettor, { marketId, outcomeId, amount: 10, odds, quoteId });
  const authorization = authorizationOf(quote, bettor);
  return placeBet(betting, { ...sent, body: { ...sent.body, authorization } });
}

function authorizationOf({ live, odds }: WireQuote, { address, secret }: Bettor): Hex {
  const { place, token } = chain.escrowChain;
  const bet = {
    betId: chainIdOf(live?.betId ?? ''),
    marketId: chainIdOf(market.marketId),
    bettor: address,
    outcome: 0,
    stake: usdc(10),
    odds: parseOdds(odds) ?? expect.unreachable(),
    deadline: live?.deadline ?? 0,
  };
  return signDigest(typedDataDigest(stakeAuthorization(bet, place, token)), secret);
}

/** Sends a bet with only what the server handed out. @returns the transaction that placed it */
async function sendIt(bet: PlacedBet): Promise<Hex> {
  const sending = promisify(execFile)(process.execPath, [SCRIPT, chain.rpcUrl, '-', payerFile]);
  sending.child.stdin?.end(JSON.stringify(bet));
  const { stdout } = await sending;
  const hash = /^The bet was placed by (0x[0-9a-f]{64}) in block \d+$/.exec(stdout.trim())?.[1];
  return (hash ?? expect.fail(stdout)) as Hex;
}

async function finaliseAndFollow(): Promise<void> {
  await chain.finalise();
  expect(await follow(database.db, chain.escrowChain)).toBeNull();
}

/** The contract's events about a bet in all blocks, including skips, which are read for few bets only. */
async function logsOf({ id }: PlacedBet): Promise<{ name: string; txHash: Hex }[]> {
  const asked = {
    address: chain.escrow,
    fromBlock: 'earliest',
    toBlock: 'latest',
    topics: [null, chainIdOf(id)],
  };
  // The part of the node's answer that is needed here.
  const logs = (await chain.rpc('eth_getLogs', [asked])) as {
    topics: [Hex, ...Hex[]];
    data: Hex;
    transactionHash: Hex;
  }[];
  return logs.map(({ topics, data, transactionHash }) => ({
    name: decodeEventLog({ abi: ESCROW_ABI, topics, data }).eventName,
    txHash: transactionHash,
  }));
}

const countCalls = async () =>
  (await rows(database.db, sql`select from chain_calls where key like 'place:%'`)).length;

async function expectPlacedOnce(bet: PlacedBet, { bettor, hash }: { bettor: Bettor; hash: Hex }) {
  const { db } = database;
  expect(await liveBet(db, bet.id)).toMatchObject({ state: 'confirmed', failure: null, txHash: hash });
  const placed = (await logsOf(bet)).filter(({ name }) => name === 'BetPlaced');
  expect(placed).toEqual([{ name: 'BetPlaced', txHash: hash }]);
  expect(await chain.usdcOf(bettor.address)).toBe(usdc(990));
  const booked = await rows(
    db,
    sql`select from entries where key in (${`stake-received:${bet.id}`}, ${`bet:${bet.id}`})`,
  );
  expect(booked).toHaveLength(2);
}

test('a bet that its bettor sends while no relayer runs is confirmed, and is not sent again', async () => {
  const bettor = await aLiveBettor(database.db, chain);
  const bet = await anAcceptedBet(bettor);
  const hash = await sendIt(bet);
  await finaliseAndFollow();
  await expectPlacedOnce(bet, { bettor, hash });

  const before = await countCalls();
  beginToRelay();
  const later = await anAcceptedBet(await aLiveBettor(database.db, chain));
  await expect.poll(() => logsOf(later)).toMatchObject([{ name: 'BetPlaced' }]);
  expect(await countCalls()).toBe(before + 1);
  await expect(sendIt(later)).rejects.toThrow('the contract already has this bet');
  await finaliseAndFollow();
  await expectPlacedOnce(bet, { bettor, hash });
  expect(await logsOf(bet)).toHaveLength(1);
});

test('a bet that both its bettor and the relayer send is placed and booked once', async () => {
  const bettor = await aLiveBettor(database.db, chain);
  const bet = await anAcceptedBet(bettor);
  const hash = await sendIt(bet);
  // As if sending took no time: the relayer does not send bets that are about to expire.
  await database.advance(new Date(bet.placedAt).getTime() - database.now().getTime());
  // The chain was not followed since, so the relayer knows nothing of it.
  beginToRelay();
  await expect
    .poll(async () => (await logsOf(bet)).map(({ name }) => name))
    .toEqual(['BetPlaced', 'BetSkipped']);
  await finaliseAndFollow();
  await expectPlacedOnce(bet, { bettor, hash });
  await finaliseAndFollow();
  await expectPlacedOnce(bet, { bettor, hash });
});

test('a bet that the relayer could not place because the stake was missing can still be sent by its bettor', async () => {
  const bettor = await aLiveBettor(database.db, chain);
  const key: Hex = `0x${Buffer.from(bettor.secret).toString('hex')}`;
  await chain.giveGas(bettor.address);
  const bet = await anAcceptedBet(bettor);
  const elsewhere = privateKeyToAccount(PAYER).address;
  await chain.callTokenAs(key, [{ functionName: 'transfer', args: [elsewhere, usdc(1000)] }]);
  beginToRelay();
  await expect.poll(async () => (await logsOf(bet)).map(({ name }) => name)).toEqual(['BetSkipped']);
  await expect(sendIt(bet)).rejects.toThrow(`${bettor.address} has 0 micro-USDC`);
  await chain.callTokenAs(PAYER, [{ functionName: 'transfer', args: [bettor.address, usdc(1000)] }]);
  const hash = await sendIt(bet);
  await finaliseAndFollow();
  await expectPlacedOnce(bet, { bettor, hash });
});
