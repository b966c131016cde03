import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';

export interface ComboFigures {
  /** Combos that have not ended. */
  readonly open: number;
  /** What their account holds, USDC. */
  readonly heldUsdc: number;
  /** The share of the combo budget that the house has added to them; above 1 after the budget was lowered, null if it is 0. */
  readonly budgetUsed: number | null;
}

/** The figures of all open combos. */
export function readComboFigures(db: Db): Promise<ComboFigures> {
  return row(
    db,
    { open: col.number, heldUsdc: col.wireUsdc, budgetUsed: col.number.orNull },
    sql`
      select count(*)::int as open,
        (select coalesce(sum(a.balance), 0) from accounts a where a.kind = 'combos') as held_usdc,
        (coalesce(sum(o.house_part), 0) / nullif((select s.combo_budget from settings s), 0))::float8 as budget_used
      from open_combos o`,
  );
}
