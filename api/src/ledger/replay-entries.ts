import { accountKey } from '@tallystone/core/ledger/account';
import { computeBalances } from '@tallystone/core/ledger/balance';
import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import type { Entry, EntryKind } from '@tallystone/core/ledger/entry';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { holdReleaseEntry } from '@tallystone/core/ledger/hold-release-entry';
import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import { houseWithdrawalEntry } from '@tallystone/core/ledger/house-withdrawal-entry';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import { marketTopUpEntry } from '@tallystone/core/ledger/market-top-up-entry';
import { marketWithdrawalEntry } from '@tallystone/core/ledger/market-withdrawal-entry';
import { payoutSentEntry } from '@tallystone/core/ledger/payout-sent-entry';
import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { refundEntry } from '@tallystone/core/ledger/refund-entry';
import { settlementEntry } from '@tallystone/core/ledger/settlement-entry';
import { stakeReceivedEntry } from '@tallystone/core/ledger/stake-received-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { entries } from '../db/schema/ledger.ts';
import type { Difference } from './difference.ts';

export interface ReplayedEntries {
  readonly entries: number;
  readonly differences: readonly Difference[];
}

const PAGE_ENTRIES = 2000;
const MOST_SHOWN = 20;
/** Money enters the books through these alone, so only they may owe. */
const MAY_OWE = new Set(['faucet', 'outside']);

/**
 * Makes every entry again by the hand of core, from what it is for, and moves the money of all of them in their order:
 * each must have the postings that are stored, nobody may owe after any of them, and the balances at the end must be
 * those that are stored.
 */
export async function replayEntries(db: Db, { pageEntries = PAGE_ENTRIES } = {}): Promise<ReplayedEntries> {
  const differences: Difference[] = [];
  const balances = new Map<string, MicroUsdc>();
  let entries = 0;
  let after = '0';
  for (;;) {
    const page = await selectEntries(db, { after, limit: pageEntries });
    for (const entry of page) {
      differences.push(...differencesOf(entry));
      for (const [account, change] of computeBalances([storedEntry(entry)])) {
        const balance = microUsdc((balances.get(account) ?? 0n) + change);
        balances.set(account, balance);
        if (change < 0n && balance < 0n && !MAY_OWE.has(account)) {
          differences.push({
            entryId: entry.id,
            what: `the balance of ${account}`,
            expected: 'nothing below zero',
            found: `${balance} micro-USDC`,
          });
        }
      }
      after = entry.id;
    }
    entries += page.length;
    if (page.length < pageEntries || differences.length >= MOST_SHOWN) break;
  }
  if (differences.length === 0) differences.push(...(await balanceDifferences(db, balances)));
  return { entries, differences: differences.slice(0, MOST_SHOWN) };
}

const MOVED = { from: col.text, to: col.text, amount: col.usdc };

const ENTRY = {
  id: col.text,
  kind: col.oneOf(entries.kind),
  postings: col.all(col.object(MOVED)),
  /**
   * What the bet of it staked, or what the ends of bets of it pay, in the order of the bets; what is held for the live bet
   * of it or was staked; or what left the escrow contract, where the house has neither user nor market.
   */
  causes: col.all(col.object({ user: col.text, market: col.text, amount: col.usdc })),
};
type StoredEntry = Row<typeof ENTRY>;

/** The next entries with their postings, and with the bets and ends of bets that they are for. */
async function selectEntries(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<StoredEntry[]> {
  return rows(
    db,
    ENTRY,
    sql`
      with page as materialized (
        select e.id, e.kind, e.key from entries e where e.id > ${after}::bigint order by e.id limit ${limit}
      )
      select page.id::text, page.kind, (
          select json_agg(json_build_object(
            'from', f.kind || coalesce(':' || f.user_id, ':' || f.market_id, ''),
            'to', t.kind || coalesce(':' || t.user_id, ':' || t.market_id, ''), 'amount', p.amount::text) order by p.id)
          from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
          where p.entry_id = page.id
        ) as postings,
        case
          when page.kind = 'bet' then (
            select json_agg(json_build_object('user', b.user_id, 'market', b.market_id, 'amount', b.stake::text))
            from bets b where b.entry_id = page.id)
          when page.kind in ('cash-out', 'refund', 'settlement') then (
            select json_agg(json_build_object('user', n.user_id, 'market', n.market_id, 'amount', n.amount::text)
              order by n.bet_id)
            from bet_endings n where n.entry_id = page.id)
          when page.kind = 'hold' then (
            select json_agg(json_build_object('user', l.user_id, 'market', l.market_id, 'amount', l.payout::text))
            from live_bets l where l.hold_entry_id = page.id)
          when page.kind in ('hold-release', 'stake-received') then (
            select json_agg(json_build_object('user', l.user_id, 'market', l.market_id,
              'amount', (case page.kind when 'stake-received' then l.stake else l.payout end)::text))
            from live_bets l where page.key = page.kind || ':' || l.id and l.id = split_part(page.key, ':', 2))
          when page.kind in ('payout-sent', 'house-withdrawal') then (
            select json_agg(json_build_object('user', coalesce(o.user_id, ''), 'market', '', 'amount', o.amount::text))
            from chain_outflows o where o.entry_id = page.id)
        end as causes
      from page
      order by page.id`,
  );
}

/** Its postings as they stand, whatever the rules say of them. */
function storedEntry({ kind, postings }: StoredEntry): Entry {
  return {
    kind,
    postings: postings.map(({ from, to, amount }) => ({ from: accountOf(from), to: accountOf(to), amount })),
  };
}

function accountOf(key: string): Entry['postings'][number]['from'] {
  const [kind, owner = ''] = key.split(/:(.*)/s);
  switch (kind) {
    case 'user':
      return { kind, userId: owner };
    case 'escrow':
      return { kind, marketId: owner };
    case 'pool':
    case 'fees':
    case 'faucet':
    case 'outside':
      return { kind };
    default:
      throw new Error(`expected an account, got ${key}`);
  }
}

function differencesOf(entry: StoredEntry): Difference[] {
  const expected = entryByCore(entry);
  const found = textOf(storedEntry(entry));
  const wanted = typeof expected === 'string' ? expected : textOf(expected);
  if (found === wanted) return [];
  return [
    { entryId: entry.id, what: `the postings of a ${entry.kind}`, expected: wanted, found: found || 'none' },
  ];
}

/** The entry that core makes, or why it can make none. */
function entryByCore(entry: StoredEntry): Entry | string {
  const { kind, postings, causes } = entry;
  const [first] = storedEntry(entry).postings;
  const [cause] = causes;
  try {
    switch (kind) {
      case 'bet': {
        if (cause === undefined || causes.length > 1) return 'one bet';
        const { user: userId, market: marketId } = cause;
        return betEntry({ userId, marketId, stake: cause.amount });
      }
      case 'cash-out': {
        if (cause === undefined || causes.length > 1) return 'one bet that was sold';
        const { user: userId, market: marketId } = cause;
        return cashOutEntry({ userId, marketId, amount: cause.amount });
      }
      case 'refund':
      case 'settlement': {
        if (cause === undefined || causes.some(({ market }) => market !== cause.market))
          return 'bets of one market';
        const paid = causes.map(({ user, amount }) => ({ userId: user, amount }));
        return kind === 'refund'
          ? refundEntry({ marketId: cause.market, refunds: paid })
          : settlementEntry({ marketId: cause.market, payments: paid });
      }
      case 'hold':
      case 'hold-release':
      case 'stake-received':
      case 'payout-sent':
      case 'house-withdrawal':
        if (cause === undefined || causes.length > 1) return 'one live bet, or one payment of the contract';
        return byChain(kind, cause);
      default: {
        if (first === undefined || postings.length > 1) return 'one posting';
        return byHouse(kind, first);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

type ByChain = 'hold' | 'hold-release' | 'stake-received' | 'payout-sent' | 'house-withdrawal';

/** What is recorded for a live bet, or because the contract paid. */
function byChain(kind: ByChain, cause: StoredEntry['causes'][number]): Entry {
  const { user: userId, market: marketId, amount } = cause;
  switch (kind) {
    case 'hold':
      return holdEntry({ marketId, payout: amount });
    case 'hold-release':
      return holdReleaseEntry({ marketId, payout: amount });
    case 'stake-received':
      return stakeReceivedEntry({ userId, stake: amount });
    case 'payout-sent':
      return payoutSentEntry({ userId, amount });
    case 'house-withdrawal':
      return houseWithdrawalEntry({ amount });
  }
}

/** What the house moves by itself has its amount from nowhere else, but only one way to go. */
function byHouse(
  kind: Exclude<EntryKind, 'bet' | 'cash-out' | 'refund' | 'settlement' | ByChain>,
  { from, to, amount }: Entry['postings'][number],
): Entry {
  const market = to.kind === 'escrow' ? to : from;
  const marketId = market.kind === 'escrow' ? market.marketId : '';
  switch (kind) {
    case 'pool-funding':
      return poolFundingEntry({ amount });
    case 'faucet-grant':
      return faucetGrantEntry({ userId: to.kind === 'user' ? to.userId : '', amount });
    case 'market-open':
      return marketOpenEntry({ marketId, amount });
    case 'market-top-up':
      return marketTopUpEntry({ marketId, amount });
    case 'market-withdrawal':
      return marketWithdrawalEntry({ marketId, amount });
    case 'market-remainder':
      return marketRemainderEntry({ marketId, amount });
    case 'house-deposit':
      return houseDepositEntry({ amount });
  }
}

/** In an order of its own: several users are paid in any order. */
function textOf({ postings }: Entry): string {
  return postings
    .map(({ from, to, amount }) => `${accountKey(from)} > ${accountKey(to)}: ${amount}`)
    .sort()
    .join(', ');
}

async function balanceDifferences(db: Db, balances: ReadonlyMap<string, MicroUsdc>): Promise<Difference[]> {
  const differences: Difference[] = [];
  let after = '0';
  for (;;) {
    const page = await rows(
      db,
      { id: col.text, account: col.text, balance: col.bigint },
      sql`
        select a.id::text, a.kind || coalesce(':' || a.user_id, ':' || a.market_id, '') as account, a.balance::text
        from accounts a where a.id > ${after}::bigint
        -- By the column: the bare name would be the text that is selected.
        order by a.id limit 5000`,
    );
    for (const { id, account, balance } of page) {
      after = id;
      const expected = balances.get(account) ?? 0n;
      if (balance !== expected) {
        differences.push({
          entryId: null,
          what: `the balance of ${account}`,
          expected: `${expected} micro-USDC`,
          found: `${balance} micro-USDC`,
        });
      }
    }
    if (page.length < 5000 || differences.length >= MOST_SHOWN) return differences;
  }
}
