import { accountKey } from '@tallystone/core/ledger/account';
import { computeBalances } from '@tallystone/core/ledger/balance';
import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import { comboEndEntry } from '@tallystone/core/ledger/combo-end-entry';
import { comboEntry } from '@tallystone/core/ledger/combo-entry';
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
import { orderEndEntry, orderEntry } from '@tallystone/core/ledger/order-entry';
import { payoutSentEntry } from '@tallystone/core/ledger/payout-sent-entry';
import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { refundEntry } from '@tallystone/core/ledger/refund-entry';
import { settlementEntry } from '@tallystone/core/ledger/settlement-entry';
import { stakeReceivedEntry } from '@tallystone/core/ledger/stake-received-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row } from '../db/rows.ts';
import { entries } from '../db/schema/ledger.ts';
import type { Difference } from './difference.ts';
import { wholeBalance } from './pool-slices.ts';
import { readPages } from './read-pages.ts';
import { SINCE_NOTHING } from './since.ts';

const PAGE_ENTRIES = 2000;
const MOST_SHOWN = 20;
/** Money enters the books only through these accounts, so only they may be below zero. */
const MAY_OWE = new Set(['faucet', 'outside']);

/**
 * Lets core make every entry again from its cause, and moves the money of all entries in their order, from the verified
 * balances on. Each must have its
 * stored postings, no account may be below zero after any of them, and the final balances must be the stored ones.
 */
export async function replayEntries(db: Db, { pageEntries = PAGE_ENTRIES, since = SINCE_NOTHING } = {}) {
  const differences: Difference[] = [];
  const balances = new Map(
    since.balances.map(({ account, balance }) => [account, microUsdc(BigInt(balance))]),
  );
  let entries = 0;
  for await (const entry of storedEntries(db, since.entryId, pageEntries)) {
    entries += 1;
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
    if (entries % pageEntries === 0 && differences.length >= MOST_SHOWN) break;
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
   * What the entry is for: the stake of a bet; the paid ends of bets, in the order of the bets, or a sold part of one; the hold or the stake of a
   * live bet; the stake of an order; or what left the escrow contract, without a user and a market if the house got it.
   */
  causes: col.all(col.object({ user: col.text, market: col.text, amount: col.usdc })),
  /** The combo that it places or ends, and what that pays. */
  combo: col.object({ user: col.text, stake: col.usdc, payout: col.usdc, paid: col.usdc.orNull }).orNull,
};
type StoredEntry = Row<typeof ENTRY>;

/** The entries after one of them with their postings, and with the bets and ends of bets that they are for. */
const storedEntries = (db: Db, after: string, size: number) =>
  readPages(
    db,
    ENTRY,
    size,
    (last) => sql`
      with page as materialized (
        select e.id, e.kind, e.key from entries e where e.id > ${last?.id ?? after}::bigint order by e.id limit ${size}
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
            from (
              select e.user_id, e.market_id, e.amount, e.bet_id from bet_endings e where e.entry_id = page.id
              union all
              select s.user_id, s.market_id, s.amount, s.bet_id from sold_parts s where s.entry_id = page.id) n)
          when page.kind = 'hold' then (
            select json_agg(json_build_object('user', l.user_id, 'market', l.market_id, 'amount', l.payout::text))
            from live_bets l where l.hold_entry_id = page.id)
          when page.kind in ('hold-release', 'stake-received') then (
            select json_agg(json_build_object('user', l.user_id, 'market', l.market_id,
              'amount', (case page.kind when 'stake-received' then l.stake else l.payout end)::text))
            from live_bets l where page.key = page.kind || ':' || l.id and l.id = split_part(page.key, ':', 2))
          when page.kind in ('order', 'order-end') then (
            select json_agg(json_build_object('user', o.user_id, 'market', o.market_id, 'amount', o.stake::text))
            from orders o left join order_ends n on n.order_id = o.id
            where page.id = case page.kind when 'order' then o.entry_id else n.entry_id end
              and o.id = split_part(page.key, ':', 2))
          when page.kind in ('payout-sent', 'house-withdrawal') then (
            select json_agg(json_build_object('user', coalesce(o.user_id, ''), 'market', '', 'amount', o.amount::text))
            from chain_outflows o where o.entry_id = page.id)
        end as causes,
        case when page.kind in ('combo', 'combo-end') then (
          select json_build_object('user', c.user_id, 'stake', c.stake::text, 'payout', c.payout::text, 'paid', n.amount::text)
          from combos c left join combo_endings n on n.combo_id = c.id
          where page.id = case page.kind when 'combo' then c.entry_id else n.entry_id end)
        end as combo
      from page
      order by page.id`,
  );

/** The postings as they are stored, whether or not they follow the rules. */
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
    case 'combos':
    case 'orders':
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

/** The entry that core makes, or what it would have needed to make one. */
function entryByCore(entry: StoredEntry): Entry | string {
  const { kind, postings, causes, combo } = entry;
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
      case 'order':
      case 'order-end': {
        if (cause === undefined || causes.length > 1) return 'one order';
        const order = { userId: cause.user, stake: cause.amount };
        return kind === 'order' ? orderEntry(order) : orderEndEntry(order);
      }
      case 'combo': {
        if (combo === null) return 'one combo';
        const { user: userId, stake, payout } = combo;
        return comboEntry({ userId, stake, housePart: microUsdc(payout - stake) });
      }
      case 'combo-end': {
        if (combo === null || combo.paid === null) return 'the end of one combo';
        const { user: userId, payout, paid } = combo;
        return comboEndEntry({ userId, payout, paid });
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
        return BY_CHAIN[kind](cause);
      default: {
        if (first === undefined || postings.length > 1) return 'one posting';
        return BY_HOUSE[kind](first);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** Entries for a live bet, or for a payment of the contract. */
const BY_CHAIN = {
  hold: ({ market, amount }) => holdEntry({ marketId: market, payout: amount }),
  'hold-release': ({ market, amount }) => holdReleaseEntry({ marketId: market, payout: amount }),
  'stake-received': ({ user, amount }) => stakeReceivedEntry({ userId: user, stake: amount }),
  'payout-sent': ({ user, amount }) => payoutSentEntry({ userId: user, amount }),
  'house-withdrawal': ({ amount }) => houseWithdrawalEntry({ amount }),
} satisfies Partial<Record<EntryKind, (cause: StoredEntry['causes'][number]) => Entry>>;

type ByHouse = Exclude<
  EntryKind,
  | 'bet'
  | 'cash-out'
  | 'combo'
  | 'combo-end'
  | 'order'
  | 'order-end'
  | 'refund'
  | 'settlement'
  | keyof typeof BY_CHAIN
>;
type Posting = Entry['postings'][number];

/** For money that the house moves itself, only the posting says the amount, but its direction follows from the kind. */
const BY_HOUSE: Record<ByHouse, (posting: Posting) => Entry> = {
  'pool-funding': ({ amount }) => poolFundingEntry({ amount }),
  'faucet-grant': ({ to, amount }) =>
    faucetGrantEntry({ userId: to.kind === 'user' ? to.userId : '', amount }),
  'market-open': (posting) => marketOpenEntry(ofMarket(posting)),
  'market-top-up': (posting) => marketTopUpEntry(ofMarket(posting)),
  'market-withdrawal': (posting) => marketWithdrawalEntry(ofMarket(posting)),
  'market-remainder': (posting) => marketRemainderEntry(ofMarket(posting)),
  'house-deposit': ({ amount }) => houseDepositEntry({ amount }),
};

function ofMarket({ from, to, amount }: Posting) {
  const market = to.kind === 'escrow' ? to : from;
  return { marketId: market.kind === 'escrow' ? market.marketId : '', amount };
}

/** Sorted, because several users may be paid in any order. */
function textOf({ postings }: Entry): string {
  return postings
    .map(({ from, to, amount }) => `${accountKey(from)} > ${accountKey(to)}: ${amount}`)
    .sort()
    .join(', ');
}

async function balanceDifferences(db: Db, balances: ReadonlyMap<string, MicroUsdc>): Promise<Difference[]> {
  const differences: Difference[] = [];
  const stored = readPages(
    db,
    { id: col.text, account: col.text, balance: col.bigint },
    5000,
    (last) => sql`
      select a.id::text, a.kind || coalesce(':' || a.user_id, ':' || a.market_id, '') as account,
        ${wholeBalance(sql`a`)} as balance
      from accounts a where a.id > ${last?.id ?? '0'}::bigint
      -- By the column: the bare name would be the text that is selected.
      order by a.id`,
  );
  for await (const { account, balance } of stored) {
    const expected = balances.get(account) ?? 0n;
    if (balance === expected) continue;
    differences.push({
      entryId: null,
      what: `the balance of ${account}`,
      expected: `${expected} micro-USDC`,
      found: `${balance} micro-USDC`,
    });
    if (differences.length === MOST_SHOWN) break;
  }
  return differences;
}
