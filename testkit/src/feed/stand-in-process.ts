import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '../processes/leave-nothing-behind.ts';
import { SteadyPort } from '../processes/steady-port.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const API = '/api/v1/public/market-manager';
/** A season's own events change odds and stop games in its first minute. Tests use only the controls. */
const EVENTS_AFTER_MS = 12 * 3_600_000;

/** A game or a condition as the stand-in serves it, reduced to what tests use. */
export interface StandInGame {
  gameId: string;
  title: string;
  state: string;
}
export interface StandInCondition {
  conditionId: string;
  game: { gameId: string };
  state: string;
  wonOutcomeIds?: string[];
  /** Of modern conditions, such as `players`. */
  category?: string;
  outcomes: { outcomeId: string; odds: string; title: string | null; state?: string }[];
}

/** The Azuro stand-in as a process, at an address that outlives its restarts. */
export class StandInProcess {
  readonly #address: SteadyPort;
  readonly #beganAt: string;
  #child: ChildProcess | null = null;

  private constructor(address: SteadyPort, beganAt: Date) {
    this.#address = address;
    this.#beganAt = beganAt.toISOString();
  }

  static async start(): Promise<StandInProcess> {
    const beganAt = new Date(Date.now() + EVENTS_AFTER_MS);
    const standIn = new StandInProcess(await SteadyPort.open(), beganAt);
    await standIn.start();
    return standIn;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#address.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.#address.port}/v1/streams`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'testkit/src/feed/serve.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PORT: '0', BEGAN_AT: this.#beganAt },
      // It ends when its standard input closes, so it doesn't outlive an aborted run.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    endWithUs(child);
    this.#child = child;
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the stand-in ended with code ${code} while starting`);
      }),
    ]);
    // As testkit/src/feed/serve.ts writes it.
    const { apiUrl } = JSON.parse(line) as { apiUrl: string };
    this.#address.target = Number(new URL(apiUrl).port);
  }

  /** kill -9: its connections break, and new ones are cut. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#address.target = null;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Like `kill`, and its address closes too. */
  async stop(): Promise<void> {
    await this.kill();
    this.#address.close();
  }

  /** @param name such as `odds`, see testkit/src/feed/control.ts */
  async control<T = unknown>(name: string, body: object = {}): Promise<T> {
    const answer = await fetch(`${this.apiUrl}/__control/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the stand-in refused ${name}: ${text}`);
    // The caller names the result's type.
    return JSON.parse(text) as T;
  }

  /** Games with all their fields; the caller names the ones it uses. */
  async listGames<G extends StandInGame = StandInGame>(
    state: 'Prematch' | 'Live' = 'Prematch',
  ): Promise<G[]> {
    const path = `${API}/games-by-filters?environment=PolygonUSDT&gameState=${state}&perPage=1000`;
    const answer = await fetch(this.apiUrl + path);
    // Its own shape, see api/src/azuro/stand-in/answer-request.ts.
    return ((await answer.json()) as { games: G[] }).games;
  }

  async conditionsOf(gameIds: readonly string[]): Promise<StandInCondition[]> {
    const answer = await fetch(`${this.apiUrl}${API}/conditions-by-game-ids`, {
      method: 'POST',
      body: JSON.stringify({ gameIds, environment: 'PolygonUSDT', extended: true }),
    });
    // As above.
    return ((await answer.json()) as { conditions: StandInCondition[] }).conditions;
  }

  async findGame(title: string): Promise<string> {
    const game = (await this.listGames()).find((each) => each.title === title);
    if (game === undefined) throw new Error(`the stand-in has no game ${title}`);
    return game.gameId;
  }

  /** The game's first condition: who wins. */
  async mainCondition(gameId: string): Promise<StandInCondition> {
    const [condition] = await this.conditionsOf([gameId]);
    if (condition === undefined) throw new Error(`the game ${gameId} has no condition`);
    return condition;
  }

  /** Sets the odds of a game's outcomes, in order. */
  async setOdds(gameId: string, odds: readonly string[]): Promise<void> {
    const { conditionId, outcomes } = await this.mainCondition(gameId);
    await this.control('odds', {
      conditionId,
      odds: Object.fromEntries(outcomes.map(({ outcomeId }, i) => [outcomeId, odds[i] ?? ''])),
    });
  }
}
