import { randomBytes, randomUUID } from 'node:crypto';
import { answerBatch } from '@tallystone/api/betting/answer-batch.ts';
import { createBetQueue } from '@tallystone/api/betting/bet-queue.ts';
import type { SentBet } from '@tallystone/api/betting/bet-request.ts';
import { chainStakes } from '@tallystone/api/betting/chain-stakes.ts';
import { confirmLiveBets } from '@tallystone/api/betting/confirm-live-bets.ts';
import type { LiveHouse } from '@tallystone/api/betting/live-stake.ts';
import { replayBets } from '@tallystone/api/betting/replay-bets.ts';
import type { AuthorizedStake } from '@tallystone/api/betting/stake-chain.ts';
import { ChainUnreachable } from '@tallystone/api/chain/escrow-chain.ts';
import { signDigest } from '@tallystone/api/chain/sign-digest.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { col, rows } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { openAccount } from '@tallystone/api/ledger/account-ids.ts';
import { checkInvariants } from '@tallystone/api/ledger/check-invariants.ts';
import { recordEntries } from '@tallystone/api/ledger/record-entries.ts';
import { replayEntries } from '@tallystone/api/ledger/replay-entries.ts';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { EscrowBet, EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, typedDataDigest, type UsdcToken } from '@tallystone/core/escrow/typed-data';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import { LOWEST_ODDS, parseOdds } from '@tallystone/core/odds/parse-odds';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { anEvmWallet } from '../wallets/wallets.ts';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  aQuote,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from './betting.ts';

export const PLACE: EscrowPlace = { chainId: 137, escrow: '0x2e234dae75c793f67a35089c9d99245e1c58470b' };
export const TOKEN: UsdcToken = {
  address: '0x5615deb798bb3e4dfa0139dfa1b3d433cc23b72f',
  name: 'USD Coin',
  version: '2',
};

/** The outside world's state, set by a test. */
export interface Outside {
  /** Wallets' micro-USDC by address. */
  readonly wallets: Map<Hex, MicroUsdc>;
  /** Used or cancelled authorizations, by nonce. */
  readonly used: Set<Hex>;
  /** Smart wallets that reject their keys' signatures. */
  readonly refusing?: Set<Hex>;
  isDown: boolean;
}

export interface LiveBetting extends TestBetting {
  readonly outside: Outside;
  readonly chain: LiveHouse;
  /** 20 bytes: the address whose signature accepts bets. */
  readonly house: Uint8Array;
}

export interface LiveBettor extends TestBettor {
  readonly secret: Uint8Array;
  readonly address: Hex;
}

/** The live betting of one process. The chain is reduced to its answers about stakes. */
export function aLiveProcess(
  db: Db,
  { outside, now = () => new Date() }: { outside?: Outside; now?: () => Date } = {},
): LiveBetting {
  const world: Outside = outside ?? {
    wallets: new Map(),
    used: new Set(),
    refusing: new Set(),
    isDown: false,
  };
  const signer = anEvmWallet(HOUSE_KEY);
  const ask = async <T>(answer: T): Promise<T> => {
    if (world.isDown) throw new ChainUnreachable('the wallet', new Error('no answer'));
    return answer;
  };
  const chain = {
    chain: {
      place: PLACE,
      token: TOKEN,
      stakeable: (bettor: Hex, { stakes }: { stakes: readonly AuthorizedStake[] }) => {
        const bound = stakes.filter(({ nonce }) => !world.used.has(nonce));
        const left = bound.reduce((sum, { stake }) => sum - stake, BigInt(world.wallets.get(bettor) ?? 0n));
        return ask(microUsdc(left > 0n ? left : 0n));
      },
      isNonceUsed: (_: Hex, nonce: Hex) => ask(world.used.has(nonce)),
      isApproved: (bettor: Hex) => ask(world.refusing?.has(bettor) !== true),
    },
    acceptance: (digest: Hex) => signDigest(digest, HOUSE_KEY),
  };
  const stakes = chainStakes(chain);
  const betting = aBettingProcess(db, { now });
  return {
    ...betting,
    mode: 'live',
    chain,
    stakes,
    outside: world,
    house: signer.wallet.bytes,
    queue: createBetQueue({
      answerBatch: (batch) => answerBatch(db, { ...batch, stakes }),
      onPlaced: (marketId) => betting.marketList.markStale(marketId),
    }),
  };
}

/** Shared by all processes of a test. */
const HOUSE_KEY = Uint8Array.from(randomBytes(32));

/** Opens the house's accounts; its money came from outside, as on a chain. */
export async function openLiveHouse(db: Db, amount: MicroUsdc): Promise<void> {
  await transaction(db, async (tx) => {
    for (const kind of ['pool', 'fees', 'faucet', 'outside'] as const) await openAccount(tx, { kind });
    await recordEntries(tx, [{ key: `house-deposit:${randomUUID()}`, entry: houseDepositEntry({ amount }) }]);
  });
}

/** A database whose house has a million USDC on the chain, and one process that bets on it. The caller closes it. */
export async function openLiveBooks(): Promise<{ database: TestDatabase; betting: LiveBetting }> {
  const database = await createTestDatabase();
  await openLiveHouse(database.db, usdc(1_000_000));
  return { database, betting: aLiveProcess(database.db) };
}

/** The refusal of a request. @throws Error when it isn't refused */
export const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => {
      throw new Error('expected a refusal');
    },
    (error) => error as { code: string; message: string; facts: object },
  );

/** Expects every invariant to hold, and replayed bets and entries to match. */
export async function expectSoundBooks(db: Db): Promise<void> {
  for (const { invariant, offenders } of await checkInvariants(db, { kind: 'everything' })) {
    expect(offenders, invariant.promise).toEqual([]);
  }
  expect((await replayBets(db)).differences).toEqual([]);
  expect((await replayEntries(db)).differences).toEqual([]);
}

/** A market that takes bets and that the contract has, final and with the same limit. */
export async function aLiveMarket(db: Db): Promise<TestMarket> {
  const market = await aMarket(db);
  await takenByContract(db, market);
  return market;
}

/** Records that the contract opened a market. */
export async function takenByContract(db: Db, { marketId }: TestMarket): Promise<void> {
  // As for every market in a database that follows a chain, which this one needn't do yet.
  await db.execute(sql`update markets set fill_rule = ${AS_SIGNED} where id = ${marketId}`);
  await db.execute(sql`
    insert into chain_markets (market_id, state, rules_hash, max_house_loss, max_odds, close_at)
    select m.id, 'open', '\\x00', m.loss_budget, 1000000000, m.closes_at from markets m where m.id = ${marketId}`);
}

/** Makes the database follow a chain up to a block, without any events yet. */
export async function followChainUpTo(db: Db, block: number): Promise<void> {
  await db.execute(sql`
    insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at)
    values (${PLACE.chainId}, decode(${PLACE.escrow.slice(2)}, 'hex'), ${block}, '\\x00', clock_timestamp())`);
}

/** A bettor with USDC in a wallet on the chain and nothing in the books. */
export async function aLiveBettor(
  db: Db,
  betting: LiveBetting,
  {
    holds = microUsdc(1_000_000_000n),
    cap = microUsdc(1_000_000_000n),
  }: { holds?: MicroUsdc; cap?: MicroUsdc | null } = {},
): Promise<LiveBettor> {
  const wallet = anEvmWallet();
  const bettor = await aBettor(db, { wallet, funds: microUsdc(0n), cap });
  const address: Hex = `0x${Buffer.from(wallet.wallet.bytes).toString('hex')}`;
  betting.outside.wallets.set(address, holds);
  return { ...bettor, secret: wallet.secret, address };
}

/** A bet on a fresh quote with both signatures; `with` changes what is signed for the stake. */
export async function aLiveBet(
  betting: LiveBetting,
  asked: {
    bettor: LiveBettor;
    market: TestMarket;
    outcome?: number;
    amount: number;
    key?: string | null;
    with?: Partial<EscrowBet>;
    secret?: Uint8Array;
    place?: EscrowPlace;
  },
): Promise<SentBet> {
  const quote = await aQuote(betting, asked);
  return signedLiveBet(quote, asked);
}

/** The same on a given quote. */
export function signedLiveBet(quote: WireQuote, asked: Parameters<typeof aLiveBet>[1]): SentBet {
  const { bettor, market, outcome = 0, amount } = asked;
  const { odds, outcomeId, marketId, quoteId = '' } = quote;
  const sent = aBet(bettor, {
    marketId,
    outcomeId,
    amount,
    odds,
    quoteId,
    ...(asked.key === undefined ? {} : { key: asked.key }),
  });
  const bet: EscrowBet = {
    betId: chainIdOf(quote.live?.betId ?? 'b_aaaaaaaaaaaaaaaaaaaa'),
    marketId: chainIdOf(market.marketId),
    bettor: bettor.address,
    outcome,
    stake: microUsdc(BigInt(Math.round(amount * 1_000_000))),
    odds: parseOdds(odds) ?? LOWEST_ODDS,
    deadline: quote.live?.deadline ?? 0,
    ...asked.with,
  };
  const digest = typedDataDigest(stakeAuthorization(bet, asked.place ?? PLACE, TOKEN));
  return {
    ...sent,
    body: { ...sent.body, authorization: signDigest(digest, asked.secret ?? bettor.secret) },
  };
}

/** Confirms bets as the chain does when they are final. */
export async function confirm(db: Db, ids: readonly string[], block = 100n): Promise<string[]> {
  const found = await rows(
    db,
    { id: col.text, stake: col.text, payout: col.text },
    sql`
      select l.id, l.stake::text, l.payout::text from live_bets l
      where l.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  );
  return transaction(db, (tx) =>
    confirmLiveBets(tx, {
      placed: found.map(({ id, stake, payout }) => ({
        betId: id,
        stake: microUsdc(BigInt(stake)),
        payout: microUsdc(BigInt(payout)),
        txHash: TX_HASH,
        block,
      })),
    }),
  );
}

export const TX_HASH: Hex = `0x${'ab'.repeat(32)}`;
