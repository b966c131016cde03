import { sql } from 'drizzle-orm';
import pg from 'pg';

const MARK = '/* kept plan */';

/**
 * Begins a statement whose plan each connection keeps after the first runs: for what every bet asks, where planning
 * takes longer than doing. Only for statements that are planned alike whatever their parameters.
 */
export const KEPT_PLAN = sql.raw(MARK);

/** Statements by their text: one name each, in all connections of the process. */
const names = new Map<string, string>();

/** A connection that asks for statements marked with `KEPT_PLAN` by name, so that PostgreSQL prepares them once. */
export class PlanKeeper extends pg.Client {
  // The driver has ten shapes of this call; whatever it is, only a name is added to a marked statement.
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver cannot be told in one signature.
  override query(config: any, ...rest: any[]): any {
    nameMarked(config);
    return (super.query as (...args: unknown[]) => unknown).call(this, config, ...rest);
  }
}

function nameMarked(config: { name?: string; text?: unknown } | null | undefined): void {
  if (typeof config?.text !== 'string' || !config.text.startsWith(MARK)) return;
  const name = names.get(config.text) ?? `kept-${names.size + 1}`;
  names.set(config.text, name);
  config.name = name;
}
