import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const ROOT = new URL('..', import.meta.url).pathname;
const API = '/api/v1/public/market-manager';

/** A game and a condition as the stand-in serves them, as far as journeys look. */
export interface StandInGame {
  gameId: string;
  title: string;
}
export interface StandInCondition {
  conditionId: string;
  outcomes: { outcomeId: string; odds: string }[];
}

/** The stand-in for Azuro as a process of its own, with its controls open. */
export class StandInProcess {
  readonly apiUrl: string;
  readonly wsUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, where: { apiUrl: string; wsUrl: string }) {
    this.#child = child;
    this.apiUrl = where.apiUrl;
    this.wsUrl = where.wsUrl;
  }

  /** @param beganAt its timed events come in the minute after that */
  static async start(beganAt: Date): Promise<StandInProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'api/src/azuro/stand-in/test-serve.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, BEGAN_AT: beganAt.toISOString() },
      // It ends with its standard input, so that it does not outlive a run that breaks off.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the stand-in ended with code ${code} while starting`);
      }),
    ]);
    return new StandInProcess(child, JSON.parse(String(line)));
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  /** @param name such as `odds`, see api/src/azuro/stand-in/test-control.ts */
  async control<T = unknown>(name: string, body: object = {}): Promise<T> {
    const answer = await fetch(`${this.apiUrl}/__control/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the stand-in refused ${name}: ${text}`);
    // The caller names what the control answers.
    return JSON.parse(text) as T;
  }

  /** The games that have not started, with all that the stand-in says of them. */
  async listGames<G extends StandInGame = StandInGame>(): Promise<G[]> {
    const path = `${API}/games-by-filters?environment=PolygonUSDT&gameState=Prematch&perPage=1000`;
    const answer = await fetch(this.apiUrl + path);
    // Its own shape, see api/src/azuro/stand-in/answer-request.ts.
    return ((await answer.json()) as { games: G[] }).games;
  }

  async findGame(title: string): Promise<string> {
    const game = (await this.listGames()).find((each) => each.title === title);
    if (game === undefined) throw new Error(`the stand-in has no game ${title}`);
    return game.gameId;
  }

  /** The condition on who wins the game, which is its first. */
  async mainCondition(gameId: string): Promise<StandInCondition> {
    const answer = await fetch(`${this.apiUrl}${API}/conditions-by-game-ids`, {
      method: 'POST',
      body: JSON.stringify({ gameIds: [gameId], environment: 'PolygonUSDT', extended: true }),
    });
    // As above.
    const [condition] = ((await answer.json()) as { conditions: StandInCondition[] }).conditions;
    if (condition === undefined) throw new Error(`the game ${gameId} has no condition`);
    return condition;
  }

  /** Sets the prices of a game's outcomes, in their order. */
  async setOdds(gameId: string, odds: readonly string[]): Promise<void> {
    const { conditionId, outcomes } = await this.mainCondition(gameId);
    await this.control('odds', {
      conditionId,
      odds: Object.fromEntries(outcomes.map(({ outcomeId }, i) => [outcomeId, odds[i] ?? ''])),
    });
  }
}
