import { sql } from 'drizzle-orm';
import pg from 'pg';

/**
 * Begins a statement whose plan each connection keeps after the first runs: for what every bet asks, where planning
 * takes longer than doing. Only for statements that are planned alike whatever their parameters.
 */
export const KEPT_PLAN = sql.raw('/* kept plan */ ');
const MARK = '/* kept plan */';

/** Statements by their text: one name each, in all connections of the process. */
const names = new Map<string, string>();

interface AskedQuery {
  name?: string;
  text?: unknown;
}

/** A connection that asks for statements marked with `KEPT_PLAN` by name, so that PostgreSQL prepares them once. */
export class PlanKeeper extends pg.Client {
  // The driver has ten shapes of this call; whatever it is, only a name is added to a marked statement.
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver cannot be told in one signature.
  override query(config: any, ...rest: any[]): any {
    nameMarked(config);
    return (super.query as (...args: unknown[]) => unknown).call(this, config, ...rest);
  }
}

function nameMarked(config: AskedQuery | null | undefined): void {
  const text = config?.text;
  if (typeof text !== 'string' || !text.trimStart().startsWith(MARK)) return;
  let name = names.get(text);
  if (name === undefined) {
    name = `kept-${names.size + 1}`;
    names.set(text, name);
  }
  (config as AskedQuery).name = name;
}
