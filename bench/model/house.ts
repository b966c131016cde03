import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedAct } from '@tallystone/core/identity/act-message';
import {
  type Answer,
  ConnectionLost,
  HttpConnection,
} from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import pg from 'pg';
import { type ProofDatabase, startDatabase } from '../database.ts';
import { seededRandom } from '../random.ts';
import { closeBody, type SignedBy, signAct } from '../sign-act.ts';
import { signInWallet } from '../sign-in-wallet.ts';
import { timeBareStart } from '../time-bare-start.ts';
import { type LockstepClock, openLockstepClock } from './lockstep-clock.ts';
import type { Tally } from './tally.ts';

/** If there is no answer after this many tries, something is broken. */
const MOST_TRIES = 40;
const BUSY_PAUSE_MS = 50;

/** The real server on a separate PostgreSQL, with a clock that can be moved forward, and the code that manages both. */
export interface House {
  readonly server: ServerProcess;
  readonly clock: LockstepClock;
  readonly database: ProofDatabase;
  /** Read beside the server; every value as text or null. */
  readonly sql: pg.Client;
  readonly adminToken: string;
  readonly adminWallet: EvmWallet;
  /** How long each start after a kill took, and then that of a bare server, in milliseconds. */
  readonly starts: { readonly readyMs: number; readonly bareMs: number }[];
  /** When the server was last up again, by the database's clock. */
  upSince(): number;
  /** kill -9, then a new start. */
  crash(): Promise<void>;
  /** Resolves while the server is up. */
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function openHouse(): Promise<House> {
  const database = await startDatabase({ fsync: false, settings: { max_connections: 100 } });
  const clock = await openLockstepClock(database.url);
  const wallet = evmWallet(seededRandom(0xad).bytes(32));
  const server = await ServerProcess.start({
    databaseUrl: clock.databaseUrl,
    settings: {
      ...clock.settings,
      ADMIN_WALLETS: wallet.address,
      // After a crash it has another port, and a text to sign that was asked for before names the site.
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
      // Nothing listens there: only the proof reports about games.
      AZURO_API_URL: 'http://127.0.0.1:9',
      AZURO_WS_URL: 'ws://127.0.0.1:9',
      LOG_LEVEL: 'fatal',
    },
  });
  const sql = new pg.Client({
    connectionString: clock.databaseUrl,
    types: { getTypeParser: () => (text: string | Buffer) => String(text) },
  });
  await sql.connect();
  const connection = new HttpConnection(server.port);
  const adminToken = await signInWallet(connection, wallet);
  connection.close();
  await keepSessions(sql);

  const starts: House['starts'] = [];
  let coming: Promise<void> = Promise.resolve();
  let upSince = 0;
  return {
    server,
    clock,
    database,
    sql,
    adminToken,
    adminWallet: wallet,
    starts,
    upSince: () => upSince,
    up: () => coming,
    async crash() {
      let readyMs = 0;
      const restart = async () => {
        await server.kill();
        readyMs = await server.start();
        upSince = await readNow(sql);
      };
      coming = restart();
      await coming;
      starts.push({ readyMs, bareMs: await timeBareStart() });
    },
    async close() {
      await sql.end();
      await clock.close();
      await server.remove();
      await database.stop();
    },
  };
}

/** By the database's clock, in milliseconds. */
export async function readNow(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ now: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  return Number(rows[0]?.now);
}

/** Sessions end after 12 hours, and a proof lasts longer: signing in again would make the faucet add funds. */
export async function keepSessions(sql: pg.Client): Promise<void> {
  await sql.query(`
    update sessions set expires_at = clock_timestamp() + interval '10 years'
    where expires_at < clock_timestamp() + interval '1 year'`);
}

export interface Sent {
  readonly answer: Answer;
  /** It was sent more than once, because the server was killed before it answered. */
  readonly wasResent: boolean;
}

/** A caller's connection that survives crashes: unanswered requests are sent again, byte for byte. */
export class Caller {
  readonly #house: House;
  readonly #tally: Tally;
  #connection: HttpConnection | null = null;

  constructor(house: House, tally: Tally) {
    this.#house = house;
    this.#tally = tally;
  }

  async send(request: Uint8Array): Promise<Sent> {
    let wasResent = false;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await this.#house.up();
      try {
        this.#connection ??= new HttpConnection(this.#house.server.port);
        this.#tally.add('requests');
        const answer = await this.#connection.send(request);
        if (answer.status !== 503) return { answer, wasResent };
        // Refused without an effect: the server was too busy or not ready yet.
        this.#tally.add('asked to come again');
        await sleep(BUSY_PAUSE_MS);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        this.close();
        wasResent = true;
        this.#tally.add('requests without an answer, sent again');
        // This code may notice the kill before the house reports it.
        await sleep(1);
      }
    }
    throw new Error(`no answer after ${MOST_TRIES} tries; the server said:\n${this.#house.server.said}`);
  }

  /** The admin's signature of an irreversible act. */
  signAsAdmin(act: SignedAct): Promise<SignedBy> {
    return signAct(async (request) => (await this.send(request)).answer, this.#house.adminWallet, act);
  }

  /** The body of the call that ends betting on a market now. */
  closing(marketId: string): Promise<object> {
    const send = async (request: Uint8Array) => (await this.send(request)).answer;
    return closeBody(send, this.#house.adminWallet, marketId);
  }

  /** As an admin. */
  async admin(method: 'GET' | 'POST' | 'PUT', path: string, json?: unknown): Promise<Sent> {
    const body = json === undefined ? {} : { json };
    return this.send(httpRequest({ method, path, token: this.#house.adminToken, ...body }));
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}
