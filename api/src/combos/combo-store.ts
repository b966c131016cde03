import type { LegResult } from '@tallystone/core/combos/combo-odds';
import type { ComboUse } from '@tallystone/core/combos/combo-room';
import { accountKey } from '@tallystone/core/ledger/account';
import { comboEndEntry } from '@tallystone/core/ledger/combo-end-entry';
import { comboEntry } from '@tallystone/core/ledger/combo-entry';
import { type MicroOdds, type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { col, type Row, row, rows, value, values } from '../db/rows.ts';
import { comboEndings, comboLegs } from '../db/schema/combos.ts';
import { type AccountIds, openAccount, refOf } from '../ledger/account-ids.ts';
import { gatherPool, type LockedPool, lockSlices } from '../ledger/lock-pool.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { isWrittenSince, type Position } from '../realtime/position.ts';
import type { CheckedCombo } from './check-combo.ts';

/** A combo with its legs and its end, as it is stored. */
export type StoredCombo = Row<typeof COMBO>;

const LEG = {
  marketId: col.text,
  outcomeId: col.text,
  odds: col.odds,
  result: col.oneOf(comboLegs.result).orNull,
};

const COMBO = {
  id: col.text,
  userId: col.text,
  stake: col.usdc,
  odds: col.odds,
  signedOdds: col.odds,
  payout: col.usdc,
  placedAt: col.date,
  signature: col.text,
  bodyHash: col.text,
  /** In the order in which they were sent. */
  legs: col.list(col.object(LEG)),
  end: col.object({ kind: col.oneOf(comboEndings.kind), amount: col.usdc, endedAt: col.date }).orNull,
};

/** @param rest the conditions on `c`, their order and limit */
const selectCombos = (rest: SQL): SQL => sql`
  select c.id, c.user_id, c.stake, c.odds, c.signed_odds, c.payout, c.placed_at, encode(c.signature, 'hex') as signature,
    encode(c.body_hash, 'hex') as body_hash, (
      select json_agg(json_build_object('marketId', l.market_id, 'outcomeId', l.outcome_id, 'odds', l.odds::text,
        'result', l.result) order by l.place)
      from combo_legs l where l.combo_id = c.id) as legs,
    case when n.combo_id is not null then
      json_build_object('kind', n.kind, 'amount', n.amount::text, 'endedAt', n.ended_at) end as end
  from combos c left join combo_endings n on n.combo_id = c.id
  ${rest}`;

/** The order of an index. Combos of one millisecond are in the order in which they were written. */
const newestFirst = sql`order by c.placed_at desc, c.seq desc`;

/** A combo of a user; null if the user has no such combo. */
export async function getOwnCombo(
  db: Db,
  { comboId, userId }: { comboId: string; userId: string },
): Promise<StoredCombo | null> {
  const [found] = await rows(db, COMBO, selectCombos(sql`where c.id = ${comboId} and c.user_id = ${userId}`));
  return found ?? null;
}

/** The combo that a user placed with a key; null if there is none. */
export async function findComboOfKey(
  db: Db,
  { userId, key }: { userId: string; key: string },
): Promise<StoredCombo | null> {
  const [found] = await rows(
    db,
    COMBO,
    selectCombos(sql`where c.user_id = ${userId} and c.idempotency_key = ${key}`),
  );
  return found ?? null;
}

/** The newest combos of a user, or those placed before one of them. */
export function selectCombosOf(
  db: Db,
  { userId, before, limit }: { userId: string; before: string | null; limit: number },
): Promise<StoredCombo[]> {
  const older =
    before === null
      ? sql``
      : sql` and (c.placed_at, c.seq) < (
          select p.placed_at, p.seq from combos p where p.id = ${before} and p.user_id = ${userId})`;
  return rows(
    db,
    COMBO,
    selectCombos(sql`where c.user_id = ${userId}${older} ${newestFirst} limit ${limit}`),
  );
}

/** The combos among a user's newest that were placed, sent for cash-out or have ended since a position of the stream. */
export function selectChangedCombosOf(
  db: Db,
  { userId, since, limit }: { userId: string; since: Position; limit: number },
): Promise<StoredCombo[]> {
  return rows(
    db,
    COMBO,
    selectCombos(sql`
      where c.id in (
          select c.id from combos c where c.user_id = ${userId} ${newestFirst} limit ${limit})
        and (${isWrittenSince(sql`c.epoch`, since)} or ${isWrittenSince(sql`n.epoch`, since)} or exists (
          select from cash_out_orders o left join cash_out_order_ends d on d.order_id = o.id
          where o.combo_id = c.id and (${isWrittenSince(sql`o.epoch`, since)} or ${isWrittenSince(sql`d.epoch`, since)})))
      ${newestFirst}`),
  );
}

// ---- placing

export interface ComboAccounts {
  readonly ids: AccountIds;
  readonly pool: LockedPool;
}

/** Locks what placing a combo moves money between, in the order of the accounts' ids. So combos take turns. */
export async function lockComboAccounts(tx: Tx, userId: string): Promise<ComboAccounts> {
  const lock = () =>
    rows(
      tx,
      {
        id: col.text,
        kind: col.oneOf(['user', 'combos', 'pool']),
        userId: col.text.orNull,
        marketId: col.text.orNull,
        balance: col.usdc,
      },
      sql`
        select a.id::text, a.kind, a.user_id, a.market_id, a.balance from accounts a
        where a.user_id = ${userId} or (a.user_id is null and a.market_id is null and a.kind in ('combos', 'pool'))
        -- By the column: the bare name would be the text that is selected.
        order by a.id
        for update`,
    );
  let found = await lock();
  if (!found.some(({ kind }) => kind === 'combos')) {
    // The first combo opens their account, under the pool's lock. Servers of 0.1.0 don't know it.
    await openAccount(tx, { kind: 'combos' });
    found = await lock();
  }
  const pool = await lockSlices(tx, found.find(({ kind }) => kind === 'pool')?.balance ?? ZERO_USDC);
  return { ids: new Map(found.map((account) => [accountKey(refOf(account)), account.id])), pool };
}

/** What open combos use of the budget, for a new one of these outcomes. */
export async function readComboUse(
  db: Db,
  asked: { userId: string; legs: readonly { marketId: string; outcomeId: string }[]; pool: MicroUsdc },
): Promise<ComboUse> {
  const { userId, legs, pool } = asked;
  const given = legs.map(({ marketId, outcomeId }) => ({ market_id: marketId, outcome_id: outcomeId }));
  const use = await row(
    db,
    { budget: col.usdc, all: col.usdc, ofUser: col.usdc, ofOutcome: col.usdc },
    sql`
      select s.combo_budget as budget,
        (select coalesce(sum(o.house_part), 0) from open_combos o) as all,
        (select coalesce(sum(o.house_part), 0) from open_combos o where o.user_id = ${userId}) as of_user,
        (
          select coalesce(max(used.sum), 0)
          from json_to_recordset(${JSON.stringify(given)}::json) as g(market_id text, outcome_id text)
          cross join lateral (
            select sum(o.house_part) as sum
            from combo_legs l join open_combos o on o.combo_id = l.combo_id
            where l.market_id = g.market_id and l.outcome_id = g.outcome_id and l.result is null
          ) used
        ) as of_outcome
      from settings s`,
  );
  return { ...use, pool };
}

/** The pool's balance without a lock, micro-USDC. */
export const readPool = (db: Db): Promise<MicroUsdc> =>
  value(db, col.usdc, sql`select coalesce(${poolBalance}, 0)`);

/** An accepted combo. */
export interface NewCombo {
  readonly odds: MicroOdds;
  readonly payout: MicroUsdc;
  readonly housePart: MicroUsdc;
  readonly placedAt: Date;
  readonly dailyStakeCap: MicroUsdc;
  readonly budget: MicroUsdc;
  readonly legs: readonly {
    readonly marketId: string;
    readonly outcomeId: string;
    readonly odds: MicroOdds;
    readonly pricedAt: Date;
    readonly closesAt: Date;
    readonly version: number;
  }[];
}

/** Moves the money of an accepted combo and stores it. Its accounts are locked. */
export async function insertCombo(
  tx: Tx,
  request: CheckedCombo,
  { combo, accounts }: { combo: NewCombo; accounts: ComboAccounts },
): Promise<void> {
  const { id, userId, stake } = request;
  await gatherPool(tx, accounts.pool, { row: combo.housePart });
  const key = `combo:${id}`;
  const entry = comboEntry({ userId, stake, housePart: combo.housePart });
  const entryId = (await recordEntries(tx, [{ key, entry }], accounts.ids)).get(key) ?? '';
  const legs = combo.legs.map((leg, place) => ({
    place,
    market_id: leg.marketId,
    outcome_id: leg.outcomeId,
    odds: leg.odds.toString(),
    priced_at: leg.pricedAt.toISOString(),
    closes_at: leg.closesAt.toISOString(),
    market_version: leg.version,
  }));
  await tx.execute(sql`
    with ${pinned()}
    insert into combos (id, user_id, stake, odds, signed_odds, payout, placed_at, daily_stake_cap, budget, chain,
      signed_text, signature, signed_hash, idempotency_key, body_hash, entry_id, epoch)
    select ${id}, ${userId}, ${stake.toString()}::bigint, ${combo.odds.toString()}::bigint,
      ${request.signedOdds.toString()}::bigint, ${combo.payout.toString()}::bigint,
      ${combo.placedAt.toISOString()}::timestamptz, ${combo.dailyStakeCap.toString()}::bigint,
      ${combo.budget.toString()}::bigint, ${request.chain}, ${request.signedText}, decode(${request.signature}, 'hex'),
      decode(${request.signedHash}, 'hex'), ${request.idempotencyKey}, decode(${request.bodyHash}, 'hex'),
      ${entryId}::bigint, ${pinnedEpoch}`);
  await tx.execute(sql`
    insert into combo_legs (combo_id, place, market_id, outcome_id, odds, priced_at, closes_at, market_version)
    select ${id}, g.* from json_to_recordset(${JSON.stringify(legs)}::json) as g(place smallint, market_id text,
      outcome_id text, odds bigint, priced_at timestamptz, closes_at timestamptz, market_version bigint)`);
  await tx.execute(sql`
    insert into open_combos (combo_id, user_id, house_part)
    values (${id}, ${userId}, ${combo.housePart.toString()}::bigint)`);
}

// ---- ending

/** Locks these of the open combos, in the order of their ids. Whatever ends a combo locks it first. */
export async function lockOpenCombos(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select o.combo_id from open_combos o where o.combo_id ${isAmong(ids)} order by o.combo_id for update`);
}

/** Those of these combos that are open. After the locks, it sees the legs and ends that the locks waited for. */
export function selectOpenCombos(tx: Tx, ids: readonly string[]): Promise<StoredCombo[]> {
  return rows(
    tx,
    COMBO,
    selectCombos(sql`
      where c.id ${isAmong(ids)} and exists (select from open_combos o where o.combo_id = c.id) order by c.id`),
  );
}

const isAmong = (ids: readonly string[]): SQL =>
  sql`in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;

export interface EndedCombo {
  readonly combo: Pick<StoredCombo, 'id' | 'userId' | 'payout'>;
  readonly kind: (typeof comboEndings.kind.enumValues)[number];
  /** What the bettor gets, micro-USDC. */
  readonly paid: MicroUsdc;
}

/** Pays locked open combos and ends them, each with an entry of its own, whose key the database takes once. */
export async function endCombos(tx: Tx, ended: readonly EndedCombo[], at: Date): Promise<void> {
  if (ended.length === 0) return;
  const keyOf = (id: string) => `combo-end:${id}`;
  const entries = await recordEntries(
    tx,
    ended.map(({ combo, paid }) => ({
      key: keyOf(combo.id),
      entry: comboEndEntry({ userId: combo.userId, payout: combo.payout, paid }),
    })),
  );
  const given = ended.map(({ combo, kind, paid }) => ({
    combo_id: combo.id,
    user_id: combo.userId,
    kind,
    amount: paid.toString(),
    entry_id: entries.get(keyOf(combo.id)),
  }));
  await tx.execute(sql`
    with ${pinned()}
    insert into combo_endings (combo_id, user_id, kind, amount, entry_id, ended_at, epoch)
    select g.combo_id, g.user_id, g.kind, g.amount, g.entry_id, ${at.toISOString()}::timestamptz, ${pinnedEpoch}
    from json_to_recordset(${JSON.stringify(given)}::json) as g(combo_id text, user_id text, kind text, amount bigint,
      entry_id bigint)`);
  await tx.execute(sql`
    delete from open_combos o using json_array_elements_text(${JSON.stringify(given.map(({ combo_id }) => combo_id))}::json) as g(id)
    where o.combo_id = g.id`);
}

/** A paid cash-out of a combo, and the prices that it was decided on. */
export interface SoldCombo {
  readonly comboId: string;
  readonly signedText: string;
  /** Hex. */
  readonly signature: string;
  readonly signedHash: string;
  /** Of each leg's market, in the order of the legs. */
  readonly marketVersions: readonly number[];
  /** Which odds counted for the legs whose games were played. */
  readonly running: readonly {
    readonly place: number;
    readonly running: { readonly marketId: string; readonly version: number; readonly pricedAt: Date };
  }[];
}

/** Stores the bettors' signatures for cash-outs, and which prices they were decided on. */
export async function insertComboCashOuts(tx: Tx, sold: readonly SoldCombo[]): Promise<void> {
  const given = sold.map(({ comboId, signedText, signature, signedHash, marketVersions }) => ({
    combo_id: comboId,
    signed_text: signedText,
    signature,
    signed_hash: signedHash,
    market_versions: marketVersions,
  }));
  await tx.execute(sql`
    insert into combo_cash_outs (combo_id, signed_text, signature, signed_hash, market_versions)
    select g.combo_id, g.signed_text, decode(g.signature, 'hex'), decode(g.signed_hash, 'hex'),
      array(select v::bigint from json_array_elements_text(g.market_versions) v)
    from json_to_recordset(${JSON.stringify(given)}::json) as g(combo_id text, signed_text text, signature text,
      signed_hash text, market_versions json)`);
  const prices = sold.flatMap(({ comboId, running }) =>
    running.map(({ place, running: { marketId, version, pricedAt } }) => ({
      combo_id: comboId,
      place,
      market_id: marketId,
      version,
      priced_at: pricedAt.toISOString(),
    })),
  );
  if (prices.length === 0) return;
  await tx.execute(sql`
    insert into combo_running_prices (combo_id, place, priced_market_id, priced_version, priced_at)
    select g.* from json_to_recordset(${JSON.stringify(prices)}::json) as g(combo_id text, place smallint, market_id text,
      version bigint, priced_at timestamptz)`);
}

/** An open leg of a market. */
export interface OpenLeg {
  readonly comboId: string;
  readonly place: number;
  readonly outcomeId: string;
  readonly placedAt: Date;
  /** The market's version when the combo was placed. */
  readonly version: number;
  /** Whether its combo is open. One that was cashed out or has lost keeps the legs that wait for a result. */
  readonly isDue: boolean;
}

/** Some legs of a market that have no result, in the order of their combos. @param which a condition on `l` and its combo `c` */
export function selectOpenLegs(
  db: Db,
  { marketId, which = sql`true`, limit }: { marketId: string; which?: SQL; limit: number | null },
): Promise<OpenLeg[]> {
  return rows(
    db,
    {
      comboId: col.text,
      place: col.number,
      outcomeId: col.text,
      placedAt: col.date,
      version: col.whole,
      isDue: col.bool,
    },
    sql`
      select l.combo_id, l.place, l.outcome_id, c.placed_at, l.market_version as version,
        exists (select from open_combos o where o.combo_id = l.combo_id) as is_due
      from combo_legs l join combos c on c.id = l.combo_id
      where l.market_id = ${marketId} and l.result is null and ${which}
      order by l.combo_id
      limit ${limit}`,
  );
}

/** Ended markets that have legs without a result, at most as many as asked for. */
export function listMarketsWithLegs(db: Db, limit: number): Promise<string[]> {
  return values(
    db,
    col.text,
    sql`
      -- Jumps from market to market in the index of open legs, however many legs each has.
      with recursive legs as (
        (select l.market_id from combo_legs l where l.result is null order by l.market_id limit 1)
        union all
        select (select l.market_id from combo_legs l where l.result is null and l.market_id > legs.market_id
          order by l.market_id limit 1)
        from legs where legs.market_id is not null
      )
      select m.id from legs join markets m on m.id = legs.market_id
      where m.state in ('settled', 'void')
      order by m.id
      limit ${limit}`,
  );
}

/** Writes the results of legs, each once. */
export async function insertLegResults(
  tx: Tx,
  results: readonly { leg: OpenLeg; result: LegResult }[],
): Promise<void> {
  const given = results.map(({ leg, result }) => ({ combo_id: leg.comboId, place: leg.place, result }));
  await tx.execute(sql`
    update combo_legs l set result = g.result
    from json_to_recordset(${JSON.stringify(given)}::json) as g(combo_id text, place smallint, result text)
    where l.combo_id = g.combo_id and l.place = g.place and l.result is null`);
}
