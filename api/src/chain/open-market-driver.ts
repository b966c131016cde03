import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { isUnapplied } from '../markets/joined-to-chain.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { createAttempts, Rest } from '../rounds/attempts.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { flagLateBets, listLateOnChain } from '../settlement/flag-late-bets.ts';
import { type AdvanceStep, advanceMarket } from './advance-market.ts';
import { payOnChain } from './pay-on-chain.ts';

/** Takes all markets forward on the chain, for one process: opens them, ends them, and has their bets paid. */
export type MarketDriver = Pick<Repeated, 'wake' | 'stop'>;

const ROUND_EVERY_MS = 1000;
/** How long a market rests that waits or failed. */
const RESTS = new Rest(500, 3000);

/**
 * Several processes may run a driver: they share the work, and each call is queued once.
 *
 * @param hasGuardian whether the guardian's key is on this machine
 * @param windowMs the contract's objection window
 * @param confirm asked before a result is made final, which happens only on `pay`: see settlement/feed-results.ts
 * @param most markets per round
 * @param onEnded called when the books of a market may be paid
 */
export function openMarketDriver({
  db,
  lists,
  hasGuardian,
  windowMs,
  confirm,
  onEnded,
  onError,
  claimsEveryMs,
  most,
}: {
  db: Db;
  lists: StaleMarks;
  hasGuardian: boolean;
  windowMs: number;
  confirm: (marketId: string) => Promise<'pay' | 'wait' | 'withdrawn'>;
  onEnded: () => void;
  onError: (error: unknown) => void;
  claimsEveryMs?: number;
  most?: number;
}): MarketDriver {
  let after = '';
  let isStopping = false;
  const { attempt, isResting, resting } = createAttempts({
    failed: RESTS,
    isStopping: () => isStopping,
    onError,
  });

  async function advance(marketId: string): Promise<AdvanceStep> {
    const given = { marketId, hasGuardian, windowMs };
    const step = await advanceMarket(db, { ...given, isConfirmed: false });
    if (step !== 'unconfirmed') return step;
    if ((await confirm(marketId)) !== 'pay') return 'waits';
    return advanceMarket(db, { ...given, isConfirmed: true });
  }

  async function advanceAll(): Promise<void> {
    const { ids: known, next } = await listDriven(db, most === undefined ? { after } : { after, most });
    after = next;
    for (const name of resting.keys()) if (!isResting(name) && !known.includes(name)) resting.delete(name);
    for (const marketId of known) {
      const step = await attempt(marketId, async () => {
        const taken = await advance(marketId);
        return taken === 'waits' || taken === 'busy' ? RESTS : taken;
      });
      if (step !== null) lists.markStale(marketId);
      if (step === 'ended') onEnded();
    }
  }

  async function flagLate(): Promise<void> {
    for (const marketId of await listLateOnChain(db)) {
      const changed = await attempt(`late ${marketId}`, () => flagLateBets(db, marketId));
      if (changed === true) lists.markStale(marketId);
    }
  }

  async function pay(): Promise<void> {
    const options = claimsEveryMs === undefined ? {} : { claimsEveryMs };
    while ((await attempt('pay', () => payOnChain(db, options))) === true);
  }

  const rounds = repeat({
    everyMs: ROUND_EVERY_MS,
    onError,
    async work() {
      await attempt('late', flagLate);
      await attempt('advance', advanceAll);
      await pay();
    },
  });
  void rounds.now();
  return {
    wake() {
      resting.clear();
      rounds.wake();
    },
    stop() {
      isStopping = true;
      return rounds.stop();
    },
  };
}

/** Markets per list; the others come with the next list. */
const MOST_MARKETS = 500;

/**
 * Markets that may need a step on the chain, in the order of their ids. Leaves out markets that only take bets, and markets
 * with events that couldn't be applied. Many of them just wait for days, so the next list begins after the last id of a full
 * list; otherwise later ids would never come.
 *
 * @returns the ids, and the id after which the next list begins: '' once this list wasn't full
 */
export async function listDriven(
  db: Db,
  { after = '', most = MOST_MARKETS }: { after?: string; most?: number } = {},
): Promise<{ ids: string[]; next: string }> {
  const ids = await values(
    db,
    col.text,
    sql`
      select m.id
      from markets m
      left join chain_markets c on c.market_id = m.id
      left join resolutions r on r.market_id = m.id and r.ended_at is null
      where m.state not in ('settled', 'void') and m.deleted_at is null and m.archived_at is null
        and m.id collate "C" > ${after}
        and not ${isUnapplied(sql`m.id`)}
        and (c.rests_until is null or c.rests_until <= clock_timestamp())
        and case
          when c.state is null then m.state in ('open', 'suspended') and m.closes_at > clock_timestamp()
          when c.state in ('opening', 'proposed') then true
          when c.state = 'open' then c.call_key is not null or r.approved_at is not null
            or m.review = 'chain-holds' or c.max_house_loss <> m.loss_budget
            or c.close_at <= (select k.block_at from chain_cursor k) - interval '14 days'
          when c.state in ('resolved', 'void') then c.call_key is not null or r.started_at is null
          else false end
      order by m.id collate "C"
      limit ${most}`,
  );
  return { ids, next: ids.length < most ? '' : (ids.at(-1) ?? '') };
}
