import { recordAudit } from '@tallystone/api/audit/record-audit.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { col, rows } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';

/** Writes the audit rows that the product would write for markets which a test opened directly. */
export async function auditMarkets(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const markets = await rows(
      tx,
      { id: col.text, source: col.text, budget: col.text },
      sql`select m.id, m.source, m.loss_budget::text as budget from markets m order by m.id`,
    );
    const actor = { kind: 'system' } as const;
    for (const { id, source, budget } of markets) {
      const opened = { lossBudget: formatUsdc(microUsdc(BigInt(budget))) };
      if (source === 'custom')
        await recordAudit(tx, { actor, action: 'market.create', subject: id, after: opened });
    }
    const imported = markets.filter(({ source }) => source === 'azuro').map(({ id }) => id);
    await recordAudit(tx, {
      actor,
      action: 'azuro.import',
      subject: 'azuro',
      after: { imported, skipped: {} },
    });
  });
}
