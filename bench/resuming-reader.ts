import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { MarketNews } from '@tallystone/core/http-api/stream';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { type Bettor, readJson } from './bettor.ts';
import { isEvent, marketsIn, type ReceivedEvent, StreamReader } from './stream-reader.ts';

const AGAIN_MS = 100;
/** The position of the first transactions in any database. */
const LONG_AGO = '3';

/** How a break ends a connection: at once, or with the next event, which is lost on the way. */
export type Cut = 'now' | 'with-the-next-event';

/**
 * A reader who maintains the markets as the app does: begins with the list and continues from its position, reconnects with
 * the id of the last event at any server that listens, and ignores versions that it already has or that are older.
 */
export class ResumingReader {
  readonly bettor: Bettor | null;
  readonly markets = new Map<string, Omit<MarketNews, 'listed'>>();
  readonly bets = new Map<string, WireBet>();
  /** How it resumed: with the missed changes, or with everything. */
  readonly replays = { markets: 0, snapshots: 0 };
  readonly #portOf: () => number;
  readonly #onNews: (marketId: string, versions: { from: number; to: number }) => void;
  #position: string | null = null;
  #stream: StreamReader | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isDeaf = false;
  #wasLong = false;
  #isOver = false;
  #waiting: Promise<void> = Promise.resolve();
  #beats = 0;

  /**
   * @param portOf of the server that it connects to next
   * @param onNews called for a newer version of a market, with the one that it had
   */
  constructor(
    bettor: Bettor | null,
    portOf: () => number,
    onNews: (marketId: string, versions: { from: number; to: number }) => void = () => undefined,
  ) {
    this.bettor = bettor;
    this.#portOf = portOf;
    this.#onNews = onNews;
  }

  /** Loads the list, and follows it. */
  async begin(): Promise<void> {
    const connection = new HttpConnection(this.#portOf());
    const answer = await connection.send(httpRequest({ path: '/api/markets' }));
    connection.close();
    this.#position = answer.headers.get('tallystone-position') ?? null;
    for (const market of readJson<WireListedMarket[]>(answer)) this.markets.set(market.id, newsOf(market));
    await this.#readBets();
    this.#open();
  }

  /**
   * Loses the connection and reconnects after a while.
   *
   * @param wasLong it reconnects as after days: with a position that no server remembers, and again so if it is cut
   *   off before it has got everything
   */
  cut(how: Cut, awayMs: number, { wasLong = false } = {}): void {
    clearTimeout(this.#retry);
    this.#wasLong ||= wasLong;
    if (how === 'now') this.#lose(awayMs);
    else {
      this.#isDeaf = true;
      this.#retry = setTimeout(() => this.#lose(0), awayMs);
    }
  }

  /** Resolves once the server has said that it has everything. */
  async settled(): Promise<void> {
    const { end } = { end: performance.now() + 300_000 };
    const beats = this.#beats;
    while (this.#beats === beats && performance.now() < end) await new Promise((go) => setTimeout(go, 50));
    await this.#waiting;
    if (this.#beats === beats) throw new Error('a reader received nothing for five minutes');
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#retry);
    this.#stream?.cut();
  }

  #lose(awayMs: number): void {
    const stream = this.#stream;
    this.#stream = null;
    stream?.cut();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), awayMs);
  }

  #open(): void {
    if (this.#isOver) return;
    this.#isDeaf = false;
    const position = this.#wasLong ? LONG_AGO : this.#position;
    const stream: StreamReader = new StreamReader({
      port: this.#portOf(),
      token: this.bettor?.token,
      lastEventId: position ?? undefined,
      onEvent: (event) => {
        // What arrives on a lost connection is ignored, and everything after it.
        if (this.#stream === stream) this.#receive(event);
      },
      onClose: () => {
        if (this.#stream === stream) this.#lose(AGAIN_MS);
      },
    });
    this.#stream = stream;
  }

  #receive(event: ReceivedEvent): void {
    if (this.#isDeaf) {
      this.#lose(0);
      return;
    }
    if (isEvent(event, 'snapshot')) this.#takeSnapshot(event);
    else if (isEvent(event, 'markets')) this.replays.markets += 1;
    for (const { listed, ...news } of marketsIn(event)) {
      const known = this.markets.get(news.id);
      if (known !== undefined && known.version >= news.version) continue;
      this.#onNews(news.id, { from: known?.version ?? 0, to: news.version });
      if (listed) this.markets.set(news.id, news);
      else this.markets.delete(news.id);
    }
    if (isEvent(event, 'account')) for (const bet of event.data.bets) this.bets.set(bet.id, bet);
    if (isEvent(event, 'beat')) this.#beats += 1;
    if (event.id !== null) this.#position = event.id;
  }

  #takeSnapshot(event: ReceivedEvent<'snapshot'>): void {
    this.replays.snapshots += 1;
    this.#wasLong = false;
    const listed = new Set(event.data.markets.map(({ id }) => id));
    for (const id of this.markets.keys()) if (!listed.has(id)) this.markets.delete(id);
    this.#waiting = this.#waiting.then(() => this.#readBets());
  }

  async #readBets(): Promise<void> {
    for (const bet of await askBets(this.bettor, this.#portOf)) this.bets.set(bet.id, bet);
  }
}

/** A bettor's bets as the API lists them, from any server that answers. */
export async function askBets(bettor: Bettor | null, portOf: () => number): Promise<WireBet[]> {
  if (bettor === null) return [];
  for (let tries = 1; ; tries++) {
    const connection = new HttpConnection(portOf());
    try {
      const request = httpRequest({ path: '/api/user/bets', token: bettor.token });
      return readJson<WireBet[]>(await connection.send(request));
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    } finally {
      connection.close();
    }
  }
}

/** What the stream sends about a market, from its entry in the list. */
export function newsOf(market: WireListedMarket): Omit<MarketNews, 'listed'> {
  const { id, version, state, suspension, volume, margin, startsAt } = market;
  const { endsAt, closesAt = endsAt, settlesBy, outcomes } = market;
  return {
    id,
    version,
    state,
    ...(suspension !== undefined && { suspension }),
    volume,
    ...(margin !== undefined && { margin }),
    ...(startsAt !== undefined && { startsAt }),
    endsAt,
    closesAt,
    settlesBy,
    outcomes: outcomes.map(({ odds, probability, maxAtOdds }) => [odds, probability, maxAtOdds]),
  };
}
