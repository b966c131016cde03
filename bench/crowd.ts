import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type Bettor, signQuotedBet } from './bettor.ts';
import { seededRandom } from './random.ts';

const AMOUNT = 1;

/** People who bet at the servers that take requests, as behind a proxy. */
export class Crowd {
  /** Ids of the acknowledged bets of each server. */
  readonly placed = new Map<ServerProcess, string[]>();
  /** Anything but an acknowledged bet, or odds that moved. */
  readonly unexpected: string[] = [];
  readonly #serving = new Set<ServerProcess>();
  readonly #asking = new Map<ServerProcess, Set<Promise<void>>>();
  #isOver = false;

  add(server: ServerProcess): void {
    this.#serving.add(server);
    this.placed.set(server, []);
    this.#asking.set(server, new Set());
  }

  /** Sends the server nothing more, and waits for its last answer. */
  async drain(server: ServerProcess): Promise<void> {
    this.#serving.delete(server);
    await Promise.all(this.#asking.get(server) ?? []);
  }

  end(): void {
    this.#isOver = true;
  }

  /** Resolves when a server has acknowledged this many more bets. */
  async placesAt(server: ServerProcess, more: number): Promise<void> {
    const placed = this.placed.get(server) ?? [];
    const enough = placed.length + more;
    while (placed.length < enough) {
      if (this.unexpected.length > 0) throw new Error(`while waiting for bets: ${this.unexpected[0]}`);
      await Promise.race([...this.#serving].flatMap((each) => [...(this.#asking.get(each) ?? [])]));
      await new Promise(setImmediate);
    }
  }

  /** Bets, each time at another server, until the crowd ends. */
  async bet(bettor: Bettor, markets: readonly WireListedMarket[], seed: number): Promise<void> {
    const random = seededRandom(seed);
    while (!this.#isOver) {
      const server = random.pick([...this.#serving]);
      const market = random.pick(markets);
      const asking = this.#betOnce(server, bettor, { market, outcomeId: random.pick(market.outcomes).id });
      const all = this.#asking.get(server);
      all?.add(asking);
      await asking;
      all?.delete(asking);
    }
  }

  async #betOnce(
    server: ServerProcess,
    bettor: Bettor,
    { market, outcomeId }: { market: WireListedMarket; outcomeId: string },
  ): Promise<void> {
    const connection = new HttpConnection(server.port);
    try {
      const order = { bettor, marketId: market.id, outcomeId, amount: AMOUNT };
      const { request } = await signQuotedBet(connection, order);
      const { status, body } = await connection.send(request);
      const answer = JSON.parse(body.toString());
      if (status === 200) this.placed.get(server)?.push(answer.id);
      else if (answer.code !== 'odds-changed') this.unexpected.push(`${status} ${answer.code}`);
    } catch (error) {
      this.unexpected.push(String(error));
    } finally {
      connection.close();
    }
  }
}
