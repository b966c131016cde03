import type { Socket } from 'node:net';
import type pg from 'pg';
import { isMarkedAsCommit, PlanKeeper, type PlanKeeperConfig } from './plan-keeper.ts';

/** How long a statement may take in a transaction that sets its own statement_timeout. More than any of them sets. */
const PATIENCE_MS = 150_000;

/** The address of the database leads to a standby. */
export class OnStandby extends Error {
  readonly code = 'on-standby';

  constructor() {
    super(
      'DATABASE_URL leads to a standby of the database, which takes no writes: let it lead to the primary, as docs/operations/failover.md says',
    );
    this.name = 'OnStandby';
  }
}

/**
 * COMMIT, or a statement that commits itself, was answered with a warning. PostgreSQL warns if someone cancels its wait for the synchronous standby: the work is
 * then committed on the primary, but a failover may lose it.
 */
export class DoubtfulCommit extends Error {
  constructor(warning: string) {
    super(`the database warned at COMMIT: ${warning}`);
    this.name = 'DoubtfulCommit';
  }
}

export interface PrimaryClientConfig extends PlanKeeperConfig {
  answerTimeoutMs?: number;
}

/**
 * A connection that ends if an answer takes longer than `answerTimeoutMs` (0: any time), and on which COMMIT, and
 * each statement marked as one, fails if it was answered with a warning.
 *
 * The database ends statements that take too long itself, except COMMIT. So no answer means that it waits for a standby, is
 * frozen, or that its machine is gone, which TCP notices only after a quarter of an hour.
 */
export class PrimaryClient extends PlanKeeper {
  readonly #answerMs: number;
  #isPatient = false;
  #isAsked = false;
  #warning: string | null = null;

  constructor(config: PrimaryClientConfig = {}) {
    super(config);
    this.#answerMs = config.answerTimeoutMs ?? 0;
    // The socket's timer restarts with everything sent or received, and also runs while nothing is asked.
    this.on('connect', () => this.#socket.on('timeout', () => this.#isAsked && this.#giveUp()));
    this.on('drain', () => {
      this.#isAsked = false;
    });
    this.on('notice', ({ code, message }) => {
      // The class of warnings. The words depend on the server's language.
      if (code?.startsWith('01')) this.#warning = message ?? '';
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: see PlanKeeper.
  override query(config: any, ...rest: any[]): any {
    const text: string = typeof config?.text === 'string' ? config.text : '';
    const isCommit = text === 'commit';
    if (isCommit || text === 'rollback' || text.startsWith('begin')) this.#isPatient = false;
    else if (text.includes('statement_timeout')) this.#isPatient = true;
    const limitMs = this.#isPatient && this.#answerMs !== 0 ? PATIENCE_MS : this.#answerMs;
    // Setting it takes longer than asking whether it is set.
    if (this.#socket.timeout !== limitMs) this.#socket.setTimeout(limitMs);
    this.#isAsked = true;
    this.#warning = null;
    if (!isCommit && !isMarkedAsCommit(text)) return super.query(config, ...rest);
    // The pool's own queries come with a callback.
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      return super.query(config, ...rest.slice(0, -1), (error: Error | null, result: unknown) =>
        callback(error ?? this.#doubt(), result),
      );
    }
    return super.query(config, ...rest).then((result: unknown) => {
      const doubt = this.#doubt();
      if (doubt !== null) throw doubt;
      return result;
    });
  }

  // A connection with TLS gets a new one when it connects.
  get #socket(): Socket {
    return this.connection.stream as Socket;
  }

  #doubt(): DoubtfulCommit | null {
    return this.#warning === null ? null : new DoubtfulCommit(this.#warning);
  }

  #giveUp(): void {
    const error = new Error('Connection terminated because the database did not answer in time');
    this.#socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }
}

/** @throws OnStandby if a new connection leads to a standby, which would answer with old data and refuse to write */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby');
  if (rows[0]?.is_standby !== false) throw new OnStandby();
}

/**
 * Compiling a statement takes longer than running it, because the product's read little. Behind a pooler in transaction
 * mode this is lost, and a start requires it of the user: `requireJitOff`.
 */
export async function switchJitOff(client: pg.ClientBase): Promise<void> {
  await client.query("set jit = 'off'");
}
