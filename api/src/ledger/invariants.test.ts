import { marketWithdrawalEntry } from '@tallystone/core/ledger/market-withdrawal-entry';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  beginSettlement,
  cashOutFor,
  refundLate,
  sellPartFor,
  settle,
  settleChunk,
} from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { tried } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditHash, recordAudit } from '../audit/record-audit.ts';
import { placeBet } from '../betting/place-bet.ts';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants, type Verdict } from './check-invariants.ts';
import { recordEntries } from './record-entries.ts';
import { sealBooks } from './seal-books.ts';
import { newsSince, type Scope } from './sums.ts';
import { watchBooks } from './watch-books.ts';

let database: TestDatabase;
let betting: TestBetting;
let userId: string;
let marketId: string;
/** A market of the feed, with bets. */
let feedMarketId: string;
/** A market without bets; its opening budget is back in the pool. */
let archivedMarketId: string;
/** Settled on its first outcome: two bets of the user won, one bet of the other lost. */
let settledMarketId: string;
/** A void market, with a bet of each. */
let voidMarketId: string;
/** One of its bets is cashed out, one refunded, one open. */
let sellingMarketId: string;
/**
 * Settled on its first outcome. On it a bet of the user won of which two parts were sold, and one of the other of which a part and
 * then the rest were sold.
 */
let partsMarketId: string;
/** Its first outcome has won; the first of its three bets is paid. */
let payingMarketId: string;
/** The newest entry before the bets of the test. */
let before: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  await fillTheBooks();
});
afterAll(() => database.close());

/** All kinds of rows that books can have, made once for all tests: each rolls back its tampering. */
async function fillTheBooks(): Promise<void> {
  const bettor = await aBettor(database.db);
  const other = await aBettor(database.db);
  const market = await aMarket(database.db);
  const feedMarket = await aFeedMarket(database.db, { cap: usdc(500), gameCap: usdc(600) });
  const archived = await aMarket(database.db);
  const [newest] = await rows(database.db, { id: col.text }, sql`select max(id)::text as id from entries`);
  before = newest?.id ?? '0';
  for (const [amount, outcome] of [
    [10, 0],
    [20, 1],
    [30, 0],
  ] as const) {
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome, amount }));
  }
  await placeBet(betting, await aQuotedBet(betting, { bettor: other, market: feedMarket, amount: 100 }));
  const [settled, voided, selling, paying, parts] = [
    await aMarket(database.db),
    await aMarket(database.db),
    await aMarket(database.db),
    await aMarket(database.db),
    await aMarket(database.db),
  ] as const;
  const ids: string[] = [];
  for (const [on, who, outcome, amount] of [
    [settled, bettor, 0, 11],
    [settled, other, 1, 12],
    [settled, bettor, 0, 13],
    [voided, bettor, 0, 14],
    [voided, other, 1, 15],
    [selling, bettor, 0, 16],
    [selling, other, 1, 17],
    [selling, bettor, 1, 18],
    [paying, bettor, 0, 19],
    [paying, other, 1, 20],
    [paying, other, 0, 21],
    [parts, bettor, 0, 22],
    [parts, other, 0, 23],
  ] as const) {
    const sent = await aQuotedBet(betting, { bettor: who, market: on, outcome, amount });
    ids.push((await placeBet(betting, sent)).id);
  }
  await settle(database.db, settled.marketId, 0);
  await settle(database.db, voided.marketId, 'void');
  await cashOutFor(database.db, ids[5] ?? '', usdc(15.5));
  await refundLate(database.db, ids[7] ?? '');
  await beginSettlement(database.db, paying.marketId, 0);
  await settleChunk(database.db, paying.marketId, 1);
  const [won = '', sold = ''] = ids.slice(-2);
  await sellPartFor(database.db, won, { stake: usdc(4), amount: usdc(3.9) });
  await sellPartFor(database.db, won, { stake: usdc(6.5), amount: usdc(6.2) });
  await sellPartFor(database.db, sold, { stake: usdc(3), amount: usdc(2.9) });
  await cashOutFor(database.db, sold, usdc(19.5));
  await settle(database.db, parts.marketId, 0);
  settledMarketId = settled.marketId;
  voidMarketId = voided.marketId;
  sellingMarketId = selling.marketId;
  payingMarketId = paying.marketId;
  partsMarketId = parts.marketId;
  await transaction(database.db, async (tx) => {
    await giveBack(tx, archived.marketId);
    await recordAudit(tx, {
      actor: { kind: 'system' },
      action: 'market.archive',
      subject: archived.marketId,
    });
    await recordAudit(tx, {
      actor: { kind: 'command-line' },
      action: 'game.import',
      subject: feedMarket.gameId,
    });
    await recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'settings' });
  });
  userId = bettor.session.userId;
  marketId = market.marketId;
  feedMarketId = feedMarket.marketId;
  archivedMarketId = archived.marketId;
}

/** Archives a market without bets. */
async function giveBack(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    sql`update markets set funded = 0, archived_at = now(), state = 'suspended' where id = ${id}`,
  );
  await withdraw(tx, id);
}

const withdraw = (tx: Tx, id: string) =>
  recordEntries(tx, [
    { key: `market-withdrawal:${id}`, entry: marketWithdrawalEntry({ marketId: id, amount: usdc(10_000) }) },
  ]);

const HISTORY = ['entries', 'postings', 'bets', 'bet_endings', 'cash_outs', 'sold_parts', 'audit', 'seals'];

const brokenOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ offenders }) => offenders.length > 0).map(({ invariant }) => invariant.number);

/** What the checks report about books that were tampered with. Everything is rolled back afterwards. */
async function brokenBy(tamper: (tx: Tx) => Promise<unknown>, scope: Scope): Promise<number[]> {
  const undo = new Error('undo');
  let broken: number[] = [];
  await database.db
    .transaction(async (tx) => {
      for (const table of HISTORY) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      }
      await tamper(tx);
      broken = brokenOf(await checkInvariants(tx, scope));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return broken;
}

/** @property ofNew the findings of a check of new entries, if fewer: its sums show no more than the rows do */
const corruptions: [
  what: string,
  expected: number[],
  tamper: (tx: Tx) => Promise<unknown>,
  ofNew?: number[],
][] = [
  [
    'money that appears in a balance',
    [1, 2],
    (tx) => tx.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`),
  ],
  [
    'money moved between balances without a posting',
    [2],
    async (tx) => {
      await tx.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
      await tx.execute(sql`update accounts set balance = balance - 1 where kind = 'faucet'`);
    },
  ],
  [
    'a posting of another amount than was recorded',
    [2, 4, 6],
    (tx) =>
      tx.execute(sql`
        update postings set amount = amount + 1
        where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`),
  ],
  [
    'a user below zero',
    [1, 2, 3],
    async (tx) => {
      await tx.execute(sql`alter table accounts drop constraint accounts_balance`);
      await tx.execute(sql`update accounts set balance = -1 where user_id = ${userId}`);
    },
  ],
  [
    'an escrow that covers less than is owed',
    [4, 7],
    (tx) =>
      tx.execute(sql`
        update outcomes set open_returns = 10061000000 where market_id = ${marketId} and position = 0`),
  ],
  [
    'a market that says it received more than it did',
    [4, 7],
    (tx) =>
      tx.execute(sql`update markets set received = received + 1, staked = staked + 1 where id = ${marketId}`),
  ],
  [
    'a market whose loss budget was never set aside',
    [4],
    (tx) =>
      tx.execute(sql`
        update markets set loss_budget = loss_budget + 1, funded = funded + 1 where id = ${marketId}`),
  ],
  [
    'a budget that went back to the pool while its market still counts on it',
    [4],
    (tx) => withdraw(tx, marketId),
  ],
  [
    'a market that counts on a budget that went back to the pool',
    [4],
    (tx) => tx.execute(sql`update markets set funded = loss_budget where id = ${archivedMarketId}`),
  ],
  [
    'a market of the feed that does not know that it was funded',
    [4],
    async (tx) => {
      await tx.execute(sql`alter table markets drop constraint markets_funded`);
      await tx.execute(sql`update markets set funded = 0 where id = ${feedMarketId}`);
    },
  ],
  [
    'a game that can lose more than its cap',
    [4, 4],
    (tx) =>
      tx.execute(sql`
        update games set cap = 109999999 where id = (select game_id from markets where id = ${feedMarketId})`),
  ],
  [
    'a market of the feed that can lose more than its cap',
    [4, 4, 4],
    (tx) =>
      tx.execute(sql`
        update markets set loss_budget = 109999999, funded = 109999999 where id = ${feedMarketId}`),
  ],
  [
    'what is kept of a minute of bets, but is not what they make',
    [7],
    (tx) => tx.execute(sql`update bet_minutes set highest[1] = 0 where market_id = ${feedMarketId}`),
  ],
  [
    'a price that was too old to bet on',
    [9],
    async (tx) => {
      await tx.execute(sql`alter table bets drop constraint bets_fresh_price`);
      await tx.execute(sql`
        update bets set priced_at = placed_at - interval '10 minutes 1 millisecond'
        where market_id = ${feedMarketId}`);
    },
  ],
  [
    'a row of the audit that was changed',
    [10],
    (tx) => tx.execute(sql`update audit set reason = 'none' where id = (select max(id) from audit)`),
  ],
  [
    'a row of the audit that was taken out',
    [10],
    (tx) => tx.execute(sql`delete from audit where id = (select max(id) - 1 from audit)`),
  ],
  [
    'a row of the audit that was changed and given the hash it now makes',
    [10],
    (tx) =>
      tx.execute(sql`
        update audit set action = 'game.cancel', hash = ${auditHash(sql`given`)}
        from (
          select a.id, a.at, a.user_id, a.actor, 'game.cancel' as action, a.subject, a.before, a.after,
            a.reason, p.hash as hash_before
          from audit a join audit p on p.id = a.id - 1
          where a.id = (select max(id) - 1 from audit)
        ) given
        where audit.id = given.id`),
  ],
  [
    'a bet that disappears while its entry stays',
    [6, 7],
    (tx) =>
      tx.execute(sql`
        delete from bets where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`),
  ],
  [
    'a bet of another stake than was posted',
    [6, 7],
    (tx) =>
      tx.execute(sql`
        update bets set stake = stake * 2, payout = payout * 2
        where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`),
  ],
  [
    'a bet given to another user',
    [6],
    async (tx) => {
      const other = await aBettorRow(tx);
      await tx.execute(sql`
        update bets set user_id = ${other}
        where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`);
    },
  ],
  [
    'a bet moved to another outcome',
    [7],
    (tx) =>
      tx.execute(sql`
        update bets set outcome_id = (select id from outcomes where market_id = ${marketId} and position = 1)
        where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`),
  ],
  [
    'a market that lost a version',
    [7],
    (tx) => tx.execute(sql`update markets set version = version - 1 where id = ${marketId}`),
  ],
  [
    'a key that bought two bets',
    [8],
    async (tx) => {
      await tx.execute(sql`drop index bets_one_of_key`);
      await tx.execute(sql`update bets set idempotency_key = 'twice' where user_id = ${userId}`);
    },
  ],
  [
    'a quote that bought two bets',
    [8],
    async (tx) => {
      await tx.execute(sql`drop index bets_one_of_quote`);
      await tx.execute(sql`update bets set quote_id = 'twice' where user_id = ${userId}`);
    },
  ],
  [
    'a bet after the close',
    [9],
    async (tx) => {
      await tx.execute(sql`alter table bets drop constraint bets_in_time`);
      await tx.execute(sql`
        update bets set closes_at = placed_at
        where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`);
    },
  ],
  [
    'bets of a day above the cap recorded with them',
    [9],
    (tx) => tx.execute(sql`update bets set daily_stake_cap = 59999999 where user_id = ${userId}`),
  ],
  [
    'a bet during a break',
    [9],
    (tx) =>
      tx.execute(sql`
        with own as (
          insert into user_limits (user_id, blocked_until, block_kind)
          values (${userId}, clock_timestamp() + interval '1 day', 'break')
        )
        insert into audit (id, at, user_id, actor, action, subject, after, hash)
        select g.id, g.at, g.user_id, 'x', 'limits.break', 'x', g.after, ${auditHash(sql`g`)}
        from (
          select a.id + 1 as id, b.placed_at - interval '1 millisecond' as at, b.user_id, 'x'::text as actor,
            'limits.break'::text as action, 'x'::text as subject, null::jsonb as before, null::text as reason,
            jsonb_build_object('until', b.placed_at + interval '1 millisecond') as after, a.hash as hash_before
          from bets b, (select * from audit order by id desc limit 1) a
          where b.entry_id = (select max(entry_id) from bets where market_id = ${marketId})
        ) g`),
  ],
  [
    'an escrow that would not cover a void',
    [4, 7],
    (tx) =>
      tx.execute(sql`
        update markets set open_stakes = funded + received + 1, staked = funded + received + 1 where id = ${marketId}`),
  ],
  [
    'a market of the feed that would lose more than its cap if it were void',
    [4, 4, 4, 7],
    (tx) =>
      tx.execute(sql`
        update markets set open_stakes = 600000001, staked = 600000001, received = 99999999 where id = ${feedMarketId}`),
  ],
  [
    'an escrow that is not empty though its market has ended',
    [1, 2, 5],
    (tx) =>
      tx.execute(sql`
        update accounts set balance = balance + 1 where market_id = ${settledMarketId}`),
  ],
  [
    'an escrow that cannot pay the rest of those whom the result pays',
    [4, 7],
    (tx) =>
      tx.execute(sql`
        update outcomes set open_returns = 10061000000 where market_id = ${payingMarketId} and position = 0`),
  ],
  [
    'an escrow that paid out more than its entries say while its market is being paid',
    [1, 2, 4],
    (tx) => tx.execute(sql`update accounts set balance = balance - 1 where market_id = ${payingMarketId}`),
  ],
  [
    'a winner without a payout, on a market that has ended',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        delete from bet_endings where bet_id = (select min(bet_id) from bet_endings where market_id = ${settledMarketId})`),
    [6],
  ],
  [
    'a bet on a void market that was not given back',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        delete from bet_endings where bet_id = (select min(bet_id) from bet_endings where market_id = ${voidMarketId})`),
    [6],
  ],
  [
    'a payout to a loser',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
        select b.id, b.market_id, b.user_id, 'payout', b.payout, n.entry_id, n.ended_at
        from bets b, (select * from bet_endings where market_id = ${settledMarketId} limit 1) n
        where b.market_id = ${settledMarketId} and b.id not in (select bet_id from bet_endings)`),
  ],
  [
    'a payout of another amount than the bet was to return',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        update bet_endings set amount = amount + 1
        where bet_id = (select min(bet_id) from bet_endings where market_id = ${settledMarketId})`),
  ],
  [
    'a stake that was not given back in full',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        update bet_endings set amount = amount - 1
        where bet_id = (select min(bet_id) from bet_endings where market_id = ${voidMarketId})`),
  ],
  [
    'a payout before the settlement came to the bet',
    [6],
    (tx) => tx.execute(sql`update markets set settled_through = 1 where id = ${payingMarketId}`),
  ],
  [
    'a cash-out of another amount than was signed',
    [6],
    (tx) =>
      tx.execute(sql`
        update cash_outs set signed_text = replace(signed_text, '15.5', '15.49')
        where bet_id in (select bet_id from bet_endings where market_id = ${sellingMarketId})`),
  ],
  [
    'a cash-out of a bet that was not signed for',
    [6],
    (tx) =>
      tx.execute(sql`
        update cash_outs set signed_text = replace(signed_text, 'Cash out: ', 'Cash out: x')
        where bet_id in (select bet_id from bet_endings where market_id = ${sellingMarketId})`),
  ],
  [
    'a cash-out without its signed text',
    [6],
    (tx) =>
      tx.execute(sql`
        delete from cash_outs where bet_id in (select bet_id from bet_endings where market_id = ${sellingMarketId})`),
  ],
  [
    'a payout that went to another user',
    [2, 6],
    (tx) =>
      tx.execute(sql`
        update postings set to_account = (select id from accounts where user_id <> ${userId} order by id desc limit 1)
        where entry_id in (select entry_id from bet_endings where market_id = ${settledMarketId})`),
  ],
  [
    'an end of a bet of another user',
    [6, 6],
    async (tx) => {
      const other = await aBettorRow(tx);
      await tx.execute(sql`
        update bet_endings set user_id = ${other}
        where bet_id = (select min(bet_id) from bet_endings where market_id = ${settledMarketId})`);
    },
  ],
  [
    'an entry that pays for no bet',
    [6],
    (tx) => tx.execute(sql`insert into entries (kind, key) values ('settlement', 'settlement:nobody')`),
  ],
  [
    'a stake that is still counted though the bet was sold',
    [7],
    (tx) => tx.execute(sql`update markets set open_stakes = open_stakes + 1 where id = ${sellingMarketId}`),
  ],
  [
    'a volume that is not the sum of the stakes',
    [7],
    (tx) => tx.execute(sql`update markets set staked = staked + 1 where id = ${settledMarketId}`),
  ],
  [
    'returns that are still owed though the bet was given back',
    [7],
    (tx) =>
      tx.execute(sql`
        update outcomes set open_returns = open_returns + 1 where market_id = ${sellingMarketId} and position = 1`),
  ],
  [
    'a market whose version is older than that of a cash-out',
    [6, 7],
    (tx) =>
      tx.execute(sql`
        update bet_endings set market_version = 100 where market_id = ${sellingMarketId} and kind = 'cash-out'`),
  ],
  [
    'a stake that was given back with another version than its entry says',
    [6],
    async (tx) => {
      await tx.execute(sql`update markets set version = version + 1 where id = ${sellingMarketId}`);
      await tx.execute(sql`
        update bet_endings set market_version = market_version + 1
        where market_id = ${sellingMarketId} and kind = 'refund'`);
    },
  ],
  [
    'a sold part of another stake than was signed',
    [6, 7],
    (tx) => tx.execute(sql`update sold_parts set stake = stake + 10000 where ${lastPart()}`),
  ],
  [
    'a sold part of another return than its stake has at the odds of the bet',
    [6, 7],
    (tx) => tx.execute(sql`update sold_parts set payout = payout + 1 where ${lastPart()}`),
  ],
  [
    'a sold part that was paid more than its entry says',
    [6, 6, 7],
    (tx) => tx.execute(sql`update sold_parts set amount = amount + 1 where ${lastPart()}`),
  ],
  [
    'a sold part whose text says another amount',
    [6],
    (tx) =>
      tx.execute(
        sql`update sold_parts set signed_text = replace(signed_text, '6.2 USDC', '6.21 USDC') where ${lastPart()}`,
      ),
  ],
  [
    'a sold part whose text is about another bet',
    [6],
    (tx) =>
      tx.execute(
        sql`update sold_parts set signed_text = replace(signed_text, 'part: ', 'part: x') where ${lastPart()}`,
      ),
  ],
  [
    'a sold part of another entry',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        update sold_parts set entry_id = (select max(id) from entries where kind = 'market-remainder') where ${lastPart()}`),
  ],
  [
    'a sold part whose entry has the key of another open stake',
    [6],
    (tx) =>
      tx.execute(sql`
        update entries set key = key || '0' where id = (select entry_id from sold_parts where ${lastPart()})`),
  ],
  [
    'a sold part of an open stake that the bet did not have',
    [6],
    (tx) =>
      tx.execute(sql`
        with keyed as (
          update entries set key = key || '0' where id = (select entry_id from sold_parts where ${lastPart()})
        )
        update sold_parts set open_stake = open_stake * 10, signed_text = replace(signed_text, 'of 18 ', 'of 180 ')
        where ${lastPart()}`),
  ],
  [
    'a sold part of a bet of another user',
    [6, 6],
    async (tx) => {
      const other = await aBettorRow(tx);
      await tx.execute(sql`update sold_parts set user_id = ${other} where ${lastPart()}`);
    },
  ],
  [
    'a sold part of a bet on another market',
    [6, 6],
    (tx) => tx.execute(sql`update sold_parts set market_id = ${voidMarketId} where ${lastPart()}`),
  ],
  [
    'a sold part with a version of its market from before the bet',
    [6],
    (tx) => tx.execute(sql`update sold_parts set market_version = 1 where ${lastPart()}`),
  ],
  [
    'a sold part with the version that another one made',
    [6],
    async (tx) => {
      await tx.execute(sql`drop index sold_parts_version`);
      await tx.execute(sql`update sold_parts set market_version = market_version - 1 where ${lastPart()}`);
    },
  ],
  [
    'a sold part with the version that a cash-out made',
    [6],
    (tx) =>
      tx.execute(sql`
        update sold_parts set market_version = (
          select market_version from bet_endings where market_id = ${partsMarketId} and kind = 'cash-out')
        where ${lastPart()}`),
  ],
  [
    'a sold part with a version that its market has not reached',
    [6, 7],
    (tx) => tx.execute(sql`update sold_parts set market_version = 100 where ${lastPart()}`),
  ],
  [
    'a part that was sold after the end of its bet',
    [6],
    async (tx) => {
      // The entries of the part and of the end change places.
      await tx.execute(sql`
        create temp table swapped on commit drop as
        select s.bet_id, s.entry_id as part, n.entry_id as ending from sold_parts s join bet_endings n on n.bet_id = s.bet_id
        where n.market_id = ${partsMarketId} and n.kind = 'cash-out'`);
      await tx.execute(sql`alter table entries drop constraint entries_key`);
      await tx.execute(sql`
        update entries e set key = o.key from swapped w join entries o on o.id in (w.part, w.ending)
        where e.id in (w.part, w.ending) and o.id <> e.id`);
      await tx.execute(sql`
        update postings p set entry_id = w.part + w.ending - p.entry_id from swapped w where p.entry_id in (w.part, w.ending)`);
      await tx.execute(
        sql`update sold_parts s set entry_id = w.ending from swapped w where s.entry_id = w.part`,
      );
      await tx.execute(
        sql`update bet_endings n set entry_id = w.part from swapped w where n.bet_id = w.bet_id`,
      );
    },
  ],
  [
    'a sold part that is gone while its entry stays',
    [6, 6, 7],
    (tx) => tx.execute(sql`delete from sold_parts where ${lastPart()}`),
  ],
  [
    'a sold part that no entry paid',
    [6, 6, 7],
    async (tx) => {
      await tx.execute(sql`drop index sold_parts_version`);
      await tx.execute(sql`
        insert into sold_parts
        select (jsonb_populate_record(s, jsonb_build_object('open_stake', s.open_stake - s.stake, 'entry_id', (
          select max(id) from entries where kind = 'faucet-grant')))).*
        from sold_parts s where ${lastPart()}`);
    },
    [6, 7],
  ],
  [
    'a payout of a bet as if no part of it had been sold',
    [6, 6],
    (tx) =>
      tx.execute(sql`
        update bet_endings n set amount = b.payout from bets b
        where b.id = n.bet_id and n.market_id = ${partsMarketId} and n.kind = 'payout'`),
  ],
  [
    'a stake that is still counted though a part of the bet was sold',
    [7],
    (tx) =>
      tx.execute(sql`update markets set open_stakes = open_stakes + 4000000 where id = ${partsMarketId}`),
  ],
];

/** The second part that was sold of the bet that won. */
const lastPart = () => sql`entry_id = (
  select max(s.entry_id) from sold_parts s join bet_endings n on n.bet_id = s.bet_id
  where n.market_id = ${partsMarketId} and n.kind = 'payout')`;

/** A second user of this test, with only a row. */
async function aBettorRow(tx: Tx): Promise<string> {
  const [other] = await rows(
    tx,
    { id: col.text },
    sql`
      insert into users (id, family, address_bytes, address, wallet_type)
      values ('other', 'evm', '\\x00', '0x', 'evm') returning id`,
  );
  return other?.id ?? '';
}

test('books without tampering are sound', async () => {
  const verdicts = await checkInvariants(database.db, { kind: 'everything' });
  expect(verdicts.map(({ invariant }) => invariant.number)).toEqual([
    1, 2, 3, 4, 4, 4, 4, 5, 6, 6, 6, 6, 6, 7, 7, 7, 8, 9, 9, 10, 10, 11, 4, 6, 6, 6, 7, 4, 6, 9, 9, 10,
  ]);
  expect(brokenOf(verdicts)).toEqual([]);
  expect(brokenOf(await checkInvariants(database.db, newsSince(before)))).toEqual([]);
});

describe.each(corruptions)('%s', (_what, expected, tamper, ofNew = expected) => {
  test('is found by a check of everything', async () => {
    expect(await brokenBy(tamper, { kind: 'everything' })).toEqual(expected);
  });

  test('is found by a check of what is new', async () => {
    expect(await brokenBy(tamper, newsSince(before))).toEqual(ofNew);
  });
});

test.each([
  ['entries', 'key'],
  ['postings', 'amount'],
  ['bets', 'status'],
  ['feed_prices', 'at'],
  ['audit', 'reason'],
  ['bet_endings', 'amount'],
  ['cash_outs', 'signed_text'],
  ['sold_parts', 'stake'],
  ['seals', 'root'],
])('rows of %s cannot be changed, deleted or truncated', async (table, column) => {
  const statements = [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ];
  for (const statement of statements) {
    await expect(tried(database.db, sql.raw(statement))).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('history') }),
    });
  }
});

test('the watch reports broken books once, until all of them are sound again', async () => {
  const reported: number[][] = [];
  const watch = watchBooks({
    db: database.db,
    isIdle: () => false,
    onBroken: (verdicts) => reported.push(brokenOf(verdicts)),
    onError: () => undefined,
  });
  expect(await watch.check()).toEqual([]);
  await database.db.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
  await watch.check();
  await watch.check();
  expect(reported).toEqual([[1, 2]]);
  expect(brokenOf(watch.broken())).toEqual([1, 2]);
  await database.db.execute(sql`update accounts set balance = balance - 1 where user_id = ${userId}`);
  await watch.check();
  expect(watch.broken()).toEqual([]);
  await watch.stop();
});

test('the watch continues from the newest entry that is a minute old', async () => {
  const watch = watchBooks({
    db: database.db,
    isIdle: () => false,
    onBroken: () => undefined,
    onError: () => undefined,
  });
  // Everything up to the newest entry before this test is older than a minute, and what the test recorded is new.
  await database.db.execute(sql`alter table entries disable trigger user`);
  await database.db.execute(sql`
    update entries set recorded_at =
      case when id <= ${before}::bigint then recorded_at - interval '1 hour' else clock_timestamp() end`);
  await database.db.execute(sql`alter table entries enable trigger user`);
  expect(await watch.check()).toEqual([]);
  // An unchanged account is not checked again, a changed one is.
  await database.db.execute(sql`update accounts set balance = balance + 1 where kind = 'outside'`);
  await database.db.execute(sql`update accounts set balance = balance - 1 where kind = 'faucet'`);
  const broken = brokenOf(await watch.check());
  await database.db.execute(sql`update accounts set balance = balance - 1 where kind = 'outside'`);
  await database.db.execute(sql`update accounts set balance = balance + 1 where kind = 'faucet'`);
  expect(broken).toEqual([]);
  await database.db.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
  expect(brokenOf(await watch.check())).toEqual([1, 2]);
  await database.db.execute(sql`update accounts set balance = balance - 1 where user_id = ${userId}`);
  await watch.stop();
});

test('the watch checks automatically while the process is idle', async () => {
  let isIdle = false;
  let checks = 0;
  const watch = watchBooks({
    db: database.db,
    isIdle: () => {
      checks += 1;
      return isIdle;
    },
    onBroken: () => undefined,
    onError: () => undefined,
    everyMs: 10,
  });
  await database.db.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
  await expect.poll(() => checks).toBeGreaterThan(2);
  expect(watch.broken()).toEqual([]);
  isIdle = true;
  await expect.poll(() => brokenOf(watch.broken())).toEqual([1, 2]);
  await watch.stop();
  await database.db.execute(sql`update accounts set balance = balance - 1 where user_id = ${userId}`);
});

describe('once the books are sealed', () => {
  beforeAll(async () => {
    const sealer = sealBooks({
      database,
      headFile: null,
      onHead: () => undefined,
      onError: () => undefined,
      everyMs: 3_600_000,
    });
    const sealAll = () =>
      vi.waitFor(async () => {
        await sealer.round();
        const unsealed = await rows(
          database.db,
          sql`select from entries where id > (select coalesce(max(last_entry), 0) from seals)`,
        );
        expect(unsealed).toEqual([]);
      }, 120_000);
    await sealAll();
    // A second seal follows the first, so that one can be removed from the chain.
    await fillTheBooks();
    await sealAll();
    await sealer.stop();
  });

  test('they are sound', async () => {
    expect(brokenOf(await checkInvariants(database.db, { kind: 'everything' }))).toEqual([]);
    expect(brokenOf(await checkInvariants(database.db, newsSince(before)))).toEqual([]);
  });

  test.each<[what: string, expected: number[], tamper: (tx: Tx) => Promise<unknown>]>([
    [
      'a bet whose terms were changed, with all that follows from them,',
      [10],
      (tx) =>
        tx.execute(sql`
          update bets set signed_hash = '\\x00'
          where entry_id = (select max(entry_id) from bets where market_id = ${marketId})`),
    ],
    [
      'an entry that was given another key',
      [10],
      (tx) => tx.execute(sql`update entries set key = key || 'x' where id = (select max(id) from entries)`),
    ],
    [
      'a posting that was added behind the seals, and its opposite,',
      [10],
      (tx) =>
        tx.execute(sql`
          insert into postings (entry_id, from_account, to_account, amount)
          select p.entry_id, x.from_account, x.to_account, 1
          from (select * from postings where entry_id = (
            select max(e.id) from entries e where e.kind = 'faucet-grant')) p
          cross join lateral (values (p.from_account, p.to_account), (p.to_account, p.from_account))
            as x(from_account, to_account)`),
    ],
    [
      'a root that was changed in the seal alone',
      [10, 10],
      (tx) => tx.execute(sql`update seals set root = sha256('x') where id = (select max(id) from seals)`),
    ],
    [
      'a seal that was taken out',
      [10],
      (tx) => tx.execute(sql`delete from seals where id = (select max(id) - 1 from seals)`),
    ],
    [
      'the last seal, taken out',
      [10],
      (tx) => tx.execute(sql`delete from seals where id = (select max(id) from seals)`),
    ],
    [
      'a moment of an end of a bet that was changed',
      [10],
      (tx) =>
        tx.execute(sql`
          update bet_endings set ended_at = ended_at + interval '1 millisecond'
          where market_id = ${voidMarketId}`),
    ],
    [
      'a moment of a sold part that was changed',
      [10],
      (tx) =>
        tx.execute(
          sql`update sold_parts set sold_at = sold_at + interval '1 millisecond' where ${lastPart()}`,
        ),
    ],
  ])('%s is found', async (_what, expected, tamper) => {
    expect(await brokenBy(tamper, { kind: 'everything' })).toEqual(expected);
    expect(await brokenBy(tamper, newsSince(before))).toEqual(expected);
  });
});
