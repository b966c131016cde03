import type { RequestQuery } from '@tallystone/core/http-api';
import { suspensionOf } from '@tallystone/core/markets/suspension';
import { formatOdds } from '@tallystone/core/odds/format-odds';
import { type SQL, sql } from 'drizzle-orm';
import { betEndedAt, betPaid, betResult, betStatus, withBetEnd } from '../betting/bet-end.ts';
import { countOpenLegs } from '../combos/open-legs.ts';
import { type Columns, col } from '../db/rows.ts';
import { comboLegs } from '../db/schema/combos.ts';
import { markets } from '../db/schema/markets.ts';
import { paidForParts, withSold } from '../ledger/sold-parts.ts';
import { costOfOutcome, hasWon, largestTogether, winnersOfMarket } from '../ledger/winners.ts';
import { chainHalt, chainHaltOfMarket, withChainMarket } from '../markets/joined-to-chain.ts';
import { stateWithChain } from '../markets/stored-market.ts';

export type ExportName = RequestQuery<'exportData'>['set'];

/** The time range of an export, as texts that PostgreSQL reads. */
export interface ExportRange {
  /** The first moment; null means from the beginning. */
  readonly from: string | null;
  /** The first moment after the range. */
  readonly until: string;
}

/** A page holds the rows after one key, up to the last key that existed when the export started. */
interface ExportPage extends ExportRange {
  /** Null for the first page. */
  readonly after: string | null;
  readonly first: string;
  readonly last: string;
}

/** One kind of data that can be exported: its columns and how to read it page by page in key order. */
export interface ExportSet {
  /** By column heading. Headings of amounts name their unit. */
  readonly columns: Columns;
  /** Default 1000. */
  readonly pageRows?: number;
  /** Selects the `first` and `last` key of a range as text; both are null when the range is empty. */
  bounds(range: ExportRange): SQL;
  /** Selects the columns and each row's `key` as text, in key order. */
  page(page: ExportPage): SQL;
}

/** Whether a moment is in the range. */
const isIn = (at: SQL, { from, until }: ExportRange): SQL =>
  sql`${from === null ? sql`true` : sql`${at} >= ${from}::timestamptz`} and ${at} < ${until}::timestamptz`;

/** Whether a key belongs to a page, by the SQL order of its type. */
const isOn = (key: SQL, type: SQL, { after, first, last }: ExportPage): SQL =>
  sql`${after === null ? sql`${key} >= ${first}::${type}` : sql`${key} > ${after}::${type}`} and ${key} <= ${last}::${type}`;

const HALTS = col.object({
  disabled: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  chainHalt,
});

const SELECTIONS = col.list(
  col.object({
    title: col.text,
    outcome: col.text,
    odds: col.odds,
    result: col.oneOf(comboLegs.result).orNull,
  }),
);
const selectionText = ({ title, outcome, odds, result }: ReturnType<typeof SELECTIONS>[number]): string =>
  `${title}: ${outcome} at ${formatOdds(odds)}${result === null ? '' : `, ${result}`}`;

/** For a row `m`: whether nothing is owed on it anymore. */
const hasEnded = sql`m.state in ('settled', 'void')`;

export const EXPORT_SETS: Readonly<Record<ExportName, ExportSet>> = {
  /** Markets by creation day, without deleted ones. */
  markets: {
    columns: {
      market_id: col.text,
      created_at: col.iso,
      title: col.text,
      category: col.text,
      subcategory: col.text,
      source: col.text,
      state: col.text,
      suspension: (cell, name) => suspensionOf(HALTS(cell, name)),
      archived_at: col.iso.orNull,
      starts_at: col.iso.orNull,
      ends_at: col.iso,
      closes_at: col.iso,
      azuro_game_id: col.text.orNull,
      outcomes: col.text,
      bets: col.whole,
      open_combo_legs: col.whole,
      stakes_usdc: col.wireUsdc,
      exposure_usdc: col.wireUsdc,
      worst_case_usdc: col.wireUsdc,
      loss_budget_usdc: col.wireUsdc,
      funded_usdc: col.wireUsdc,
      won_outcome: col.text.orNull,
      ended_at: col.iso.orNull,
    },
    bounds: (range) => sql`
    select min(m.id) as first, max(m.id) as last from markets m
    where m.deleted_at is null and ${isIn(sql`m.created_at`, range)}`,
    page: (page) => sql`
    select m.id as key, m.id as market_id, m.created_at, m.title, m.category, m.subcategory, m.source,
      ${stateWithChain} as state, json_build_object(
        'disabled', m.disabled, 'feedHalt', m.feed_halt, 'chainHalt', ${chainHaltOfMarket}) as suspension,
      m.archived_at, m.starts_at, m.ends_at, m.closes_at, 
      (select coalesce(g.in_play_of, g.id) from games g where g.id = m.game_id) as azuro_game_id, o.outcomes,
      (select count(*) from bets b where b.market_id = m.id) as bets, (${countOpenLegs(sql`m`)}) as open_combo_legs,
      m.staked as stakes_usdc,
      case when ${hasEnded} then 0 else greatest(0, ${largestTogether(sql`m`, costOfOutcome)} - m.received, m.open_stakes - m.received) end
        as exposure_usdc,
      case when ${hasEnded} then 0 else greatest(${largestTogether(sql`m`, sql`o.open_returns`)}, m.open_stakes) end as worst_case_usdc,
      m.loss_budget as loss_budget_usdc, m.funded as funded_usdc, o.won as won_outcome, m.ended_at
    from markets m
    ${withChainMarket}
    cross join lateral (
      select string_agg(p.name, ' | ' order by p.position) as outcomes,
        string_agg(p.name, ' | ' order by p.position)
          filter (where m.state = 'settled' and ${hasWon(sql`p.id`, winnersOfMarket(sql`m`))}) as won
      from outcomes p where p.market_id = m.id
    ) o
    where m.deleted_at is null and ${isOn(sql`m.id`, sql`text`, page)} and ${isIn(sql`m.created_at`, page)}
    order by m.id`,
  },
  /**
   * Bets in the order they were recorded, with what was sold of them in parts; what was paid for an ended one includes that. Of
   * the signature only a hash, so nothing in the file can be replayed.
   */
  bets: {
    columns: {
      bet_id: col.text,
      placed_at: col.iso,
      user_id: col.text,
      wallet: col.text,
      market_id: col.text,
      market: col.text,
      outcome_id: col.text,
      outcome: col.text,
      stake_usdc: col.wireUsdc,
      odds: (cell, name) => formatOdds(col.odds(cell, name)),
      payout_usdc: col.wireUsdc,
      status: col.text,
      result: col.text.orNull,
      sold_stake_usdc: col.wireUsdc,
      sold_for_usdc: col.wireUsdc,
      paid_usdc: col.wireUsdc.orNull,
      ended_at: col.iso.orNull,
      chain: col.text.orNull,
      market_version: col.whole,
      entry_id: col.whole,
      market_closed_betting_at: col.iso,
      daily_stake_cap_usdc: col.wireUsdc,
      signed_sha256: col.text,
    },
    bounds: (range) => sql`
    select min(b.entry_id)::text as first, max(b.entry_id)::text as last from bets b where ${isIn(sql`b.placed_at`, range)}`,
    page: (page) => sql`
    select b.entry_id::text as key, b.id as bet_id, b.placed_at, b.user_id, u.address as wallet, b.market_id, m.title as market,
      b.outcome_id, o.name as outcome, b.stake as stake_usdc, b.odds, b.payout as payout_usdc, ${betStatus} as status,
      ${betResult} as result, coalesce(sold.stake, 0) as sold_stake_usdc, ${paidForParts} as sold_for_usdc, ${betPaid} as paid_usdc, ${betEndedAt} as ended_at, b.chain, b.market_version, b.entry_id,
      b.closes_at as market_closed_betting_at, b.daily_stake_cap as daily_stake_cap_usdc,
      encode(b.signed_hash, 'hex') as signed_sha256
    from bets b
    join users u on u.id = b.user_id
    join markets m on m.id = b.market_id
    join outcomes o on o.id = b.outcome_id
    ${withBetEnd}
    ${withSold}
    where ${isOn(sql`b.entry_id`, sql`bigint`, page)} and ${isIn(sql`b.placed_at`, page)}
    order by b.entry_id`,
  },
  /**
   * Combos in the order they were recorded. Each selection is written as `title: outcome at odds`, with its result once it
   * has one, and as `market:outcome` by its ids.
   */
  combos: {
    columns: {
      combo_id: col.text,
      placed_at: col.iso,
      user_id: col.text,
      wallet: col.text,
      selections: (cell, name) => SELECTIONS(cell, name).map(selectionText).join(' | '),
      selection_ids: col.text,
      stake_usdc: col.wireUsdc,
      odds: (cell, name) => formatOdds(col.odds(cell, name)),
      signed_odds: (cell, name) => formatOdds(col.odds(cell, name)),
      payout_usdc: col.wireUsdc,
      status: col.text,
      result: col.text.orNull,
      paid_usdc: col.wireUsdc.orNull,
      ended_at: col.iso.orNull,
      chain: col.text.orNull,
      entry_id: col.whole,
      daily_stake_cap_usdc: col.wireUsdc,
      combo_budget_usdc: col.wireUsdc,
      signed_sha256: col.text,
    },
    bounds: (range) => sql`
    select min(c.entry_id)::text as first, max(c.entry_id)::text as last from combos c where ${isIn(sql`c.placed_at`, range)}`,
    page: (page) => sql`
    select c.entry_id::text as key, c.id as combo_id, c.placed_at, c.user_id, u.address as wallet, l.selections,
      l.selection_ids, c.stake as stake_usdc, c.odds, c.signed_odds, c.payout as payout_usdc,
      case when n.combo_id is null then 'confirmed' else 'settled' end as status, case n.kind
        when 'payout' then 'won' when 'refund' then 'void' when 'cash-out' then 'cashed-out' when 'loss' then 'lost' end as result,
      n.amount as paid_usdc, n.ended_at, c.chain, c.entry_id, c.daily_stake_cap as daily_stake_cap_usdc,
      c.budget as combo_budget_usdc, encode(c.signed_hash, 'hex') as signed_sha256
    from combos c
    join users u on u.id = c.user_id
    left join combo_endings n on n.combo_id = c.id
    cross join lateral (
      select json_agg(json_build_object('title', m.title, 'outcome', o.name, 'odds', l.odds::text, 'result', l.result)
          order by l.place) as selections,
        string_agg(l.market_id || ':' || l.outcome_id, ' | ' order by l.place) as selection_ids
      from combo_legs l join markets m on m.id = l.market_id join outcomes o on o.id = l.outcome_id
      where l.combo_id = c.id
    ) l
    where ${isOn(sql`c.entry_id`, sql`bigint`, page)} and ${isIn(sql`c.placed_at`, page)}
    order by c.entry_id`,
  },
  /** The ledger: one row per posting, with its entry's kind and its accounts' names. */
  ledger: {
    columns: {
      posting_id: col.whole,
      entry_id: col.whole,
      entry_kind: col.text,
      recorded_at: col.iso,
      from_account: col.text,
      to_account: col.text,
      amount_usdc: col.wireUsdc,
    },
    // Keys join the ids of entry and posting, such as `12:34`. The last key uses the largest posting id, so the range
    // covers all postings of the last entry.
    bounds: (range) => sql`
    select min(e.id) || ':0' as first, max(e.id) || ':9223372036854775807' as last
    from entries e where ${isIn(sql`e.recorded_at`, range)}`,
    page: (page) => {
      const [entry, posting] = keyOf(page.after ?? page.first);
      const [lastEntry] = keyOf(page.last);
      return sql`
      select p.entry_id || ':' || p.id as key, p.id as posting_id, p.entry_id, e.kind as entry_kind, e.recorded_at,
        ${accountName('f')} as from_account, ${accountName('t')} as to_account, p.amount as amount_usdc
      from postings p
      join entries e on e.id = p.entry_id
      join accounts f on f.id = p.from_account
      join accounts t on t.id = p.to_account
      where p.entry_id between ${entry}::bigint and ${lastEntry}::bigint
        and (p.entry_id > ${entry}::bigint or p.id > ${posting}::bigint)
        and ${isIn(sql`e.recorded_at`, page)}
      order by p.entry_id, p.id`;
    },
  },
  /** The full audit with the hashes that chain its rows. `before` and `after` are JSON. */
  audit: {
    columns: {
      audit_id: col.text,
      at: col.iso,
      actor: col.text,
      action: col.text,
      subject: col.text,
      reason: col.text.orNull,
      before: col.text.orNull,
      after: col.text.orNull,
      sha256: col.text,
    },
    // One row can be a megabyte.
    pageRows: 25,
    bounds: (range) => sql`
    select min(a.id)::text as first, max(a.id)::text as last from audit a where ${isIn(sql`a.at`, range)}`,
    page: (page) => sql`
    select a.id::text as key, a.id::text as audit_id, a.at, a.actor, a.action, a.subject, a.reason, a.before::text, a.after::text,
      encode(a.hash, 'hex') as sha256
    from audit a
    where ${isOn(sql`a.id`, sql`bigint`, page)} and ${isIn(sql`a.at`, page)}
    order by a.id`,
  },
};

function keyOf(key: string): [entry: string, posting: string] {
  const [entry = '0', posting = '0'] = key.split(':');
  return [entry, posting];
}

/** The same text as core's `accountKey`. */
const accountName = (account: 'f' | 't') => {
  const row = sql.identifier(account);
  return sql`${row}.kind || coalesce(':' || ${row}.user_id, ':' || ${row}.market_id, '')`;
};
