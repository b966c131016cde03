import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';

const MARK = '/* kept plan */';

/**
 * Begins a statement whose plan each connection keeps after the first runs. Used for queries of every bet that take longer to
 * plan than to run. Only for statements whose best plan doesn't depend on their parameters.
 */
export const KEPT_PLAN = sql.raw(MARK);

const COMMITS = '/* commits */';

/** The same, for a statement outside a transaction whose answer must be as sure as that of a COMMIT. */
export const KEPT_PLAN_THAT_COMMITS = sql.raw(`${MARK} ${COMMITS}`);

/** Whether a statement is marked like that. */
export const isMarkedAsCommit = (text: string): boolean => text.startsWith(COMMITS, MARK.length + 1);

/** Names of statements by their text. */
const names = new Map<string, string>();

export interface PlanKeeperConfig extends pg.ClientConfig {
  /** Whether statements may have names, which is the default: some poolers don't prepare them in every session. */
  keepsPlans?: boolean;
}

/** A connection that sends statements marked with `KEPT_PLAN` under a name, so that PostgreSQL prepares them once. */
export class PlanKeeper extends pg.Client {
  readonly #keepsPlans: boolean;

  constructor(config: PlanKeeperConfig = {}) {
    super(config);
    this.#keepsPlans = config.keepsPlans ?? true;
  }

  // The driver has ten overloads of this call. In all of them, only a name is added to a marked statement.
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver cannot be told in one signature.
  override query(config: any, ...rest: any[]): any {
    if (this.#keepsPlans) nameMarked(config);
    return (super.query as (...args: unknown[]) => unknown).call(this, config, ...rest);
  }
}

function nameMarked(config: { name?: string; text?: unknown } | null | undefined): void {
  if (typeof config?.text !== 'string' || !config.text.startsWith(MARK)) return;
  const name = names.get(config.text) ?? nameOf(config.text);
  names.set(config.text, name);
  config.name = name;
}

/**
 * The same in all processes and versions, and different for each text: if a pooler mixes up sessions, a name may be missing
 * but never runs another statement.
 */
function nameOf(text: string): string {
  return `kept-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
