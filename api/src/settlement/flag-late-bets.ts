import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, exists, row, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { isLateBy, type LateStart, selectLateStarts } from '../markets/late-starts.ts';
import { announceMarketChange } from '../markets/market-changes.ts';

/** For a row `m` of markets: the contract has it, so single bets cannot be refunded before the market ends. */
export const isOnChain = sql`exists (select from chain_markets c where c.market_id = m.id and c.state <> 'refused')`;

/** For a row `m` of markets: bets came after the start of its game, and that is not reported yet. */
const isUnreported = sql`m.late_from is not null and m.deleted_at is null and m.state in ('open', 'suspended', 'closed')
  and m.review is distinct from 'late-bets' and ${isOnChain}`;

/** Markets of the chain with bets that came after the start of their game. */
export async function listLateOnChain(db: Db): Promise<string[]> {
  return values(
    db,
    col.text,
    sql`select m.id from markets m where ${isUnreported} order by m.id collate "C"`,
  );
}

/**
 * Reports to the admins that bets were placed on a market after its game had begun. The contract cannot refund a single
 * bet, so the market can only be made void: see docs/decisions/0040. If all of those bets have failed on the chain, the
 * market's mark is removed instead. Only the audit says which bets are late, as in refund-late-bets.ts: without a start
 * there nothing is reported.
 *
 * @returns whether anything changed
 */
export function flagLateBets(db: Db, marketId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const isOurs = await exists(
      tx,
      sql`select from markets m where m.id = ${marketId} and ${isUnreported} for update skip locked`,
    );
    if (!isOurs) return false;
    const starts = await selectLateStarts(tx, marketId);
    if (starts.length === 0) return false;
    const late = await countLate(tx, { marketId, starts });
    // Pending bets may still fail.
    if (late.pending > 0) return false;
    await tx.execute(
      late.bets === 0
        ? sql`update markets set late_from = null, version = version + 1 where id = ${marketId}`
        : sql`update markets set review = 'late-bets' where id = ${marketId}`,
    );
    await announceMarketChange(tx, marketId);
    await recordAudit(tx, {
      actor: { kind: 'system' },
      action: 'market.late-bets',
      subject: marketId,
      // Stakes in micro-USDC.
      after: { began: starts.map(({ from }) => from.toISOString()), bets: late.bets, stakes: late.stakes },
      reason:
        late.bets === 0
          ? 'The game began earlier than announced; no bet placed after that became final.'
          : "The game began earlier than announced, and the contract can't refund single bets: the market can only be voided.",
    });
    return true;
  });
}

function countLate(tx: Tx, { marketId, starts }: { marketId: string; starts: readonly LateStart[] }) {
  // A bet counts from when it was accepted, not from when the chain made it final.
  const isLate = isLateBy(starts, { placedAt: sql`l.placed_at`, version: sql`l.market_version` });
  return row(
    tx,
    { bets: col.number, stakes: col.text, pending: col.number },
    sql`
      select count(b.id)::int as bets, coalesce(sum(b.stake), 0)::text as stakes,
        count(*) filter (where l.state = 'pending')::int as pending
      from live_bets l left join bets b on b.id = l.id
      where l.market_id = ${marketId} and ${isLate}`,
  );
}
