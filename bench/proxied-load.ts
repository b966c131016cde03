import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { betMessage } from '@tallystone/core/betting/bet-message';
import type { PlacedBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { Bettor } from './bettor.ts';
import { within } from './proof.ts';
import type { Random } from './random.ts';

/** A stream without a byte for this long after a bet was acknowledged counts as silent. */
export const SILENT_MS = within(5_000);
const AMOUNT = 1;
/** What a page waits at least and at most before it opens the next stream. */
const RECONNECT_MS = [250, 500] as const;
/** Between two requests of one client. */
const PAUSE_MS = 40;

/** What people do through the proxy, and what they notice. */
export class ProxiedLoad {
  /** Ids of acknowledged bets. */
  readonly bets: string[] = [];
  readonly failed: string[] = [];
  readonly broken: string[] = [];
  answers = 0;
  opened = 0;
  silent = 0;
  longestMs = 0;
  /** When bets were acknowledged, in order. */
  readonly #placedAt: number[] = [];
  readonly #port: number;
  readonly #open = new Set<ClientRequest>();
  #isOver = false;

  constructor(port: number) {
    this.#port = port;
  }

  get isBad(): boolean {
    return this.failed.length + this.broken.length + this.silent > 0;
  }

  end(): void {
    this.#isOver = true;
    for (const open of this.#open) open.destroy();
  }

  async bet(bettor: Bettor, markets: readonly WireListedMarket[], random: Random): Promise<void> {
    const agent = keepAlive();
    const { wallet, token } = bettor;
    while (!this.#isOver) {
      const market = random.pick(markets);
      const outcomeId = random.pick(market.outcomes).id;
      const quote = await this.#ask<WireQuote>(agent, {
        path: `/api/markets/${market.id}/quote?outcomeId=${outcomeId}&amount=${AMOUNT}`,
        token,
      });
      if (quote === null) continue;
      const { odds, quoteId } = quote;
      const signature = wallet.sign(betMessage({ amount: String(AMOUNT), outcomeId, odds: String(odds) }));
      const placed = await this.#ask<PlacedBet>(agent, {
        path: '/api/bets',
        token,
        json: {
          publicKey: wallet.address,
          marketId: market.id,
          outcomeId,
          amount: AMOUNT,
          odds,
          quoteId,
          signature,
        },
      });
      if (placed === null) continue;
      this.bets.push(placed.id);
      this.#placedAt.push(performance.now());
    }
    agent.destroy();
  }

  async read(): Promise<void> {
    const agent = keepAlive();
    while (!this.#isOver)
      for (const path of ['/', '/api/markets', '/api/config']) await this.#ask(agent, { path });
    agent.destroy();
  }

  /** Follows the stream as the page does, from connection to connection. */
  async follow(random: Random): Promise<void> {
    let lastId: string | null = null;
    let heardAt = performance.now();
    const hear = () => {
      const now = performance.now();
      // A machine that is too busy for bets has no news for its streams either.
      const newsAt = this.#placedAt.find((at) => at > heardAt) ?? now;
      const gap = now - newsAt;
      this.longestMs = Math.max(this.longestMs, gap);
      if (gap > SILENT_MS) this.silent += 1;
      heardAt = now;
    };
    while (!this.#isOver) {
      const headers = lastId === null ? {} : { 'last-event-id': lastId };
      try {
        const answer = await this.#send({ path: '/api/stream', headers });
        this.opened += 1;
        if (answer.statusCode !== 200) this.failed.push(`${answer.statusCode} to a stream`);
        for await (const chunk of answer) {
          hear();
          lastId = [...String(chunk).matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? lastId;
        }
      } catch (error) {
        this.#breaks('a stream', error);
      }
      const [least, most] = RECONNECT_MS;
      await sleep(least + random.unit() * (most - least));
    }
    hear();
  }

  /** @returns the body of an answer of 200, else null */
  async #ask<T>(agent: Agent, asked: Asked): Promise<T | null> {
    await sleep(PAUSE_MS);
    if (this.#isOver) return null;
    try {
      const answer = await this.#send({ ...asked, agent });
      const body = await buffer(answer);
      this.answers += 1;
      const status = answer.statusCode ?? 0;
      if (status >= 500)
        this.failed.push(`${status} to ${asked.path.split('?')[0]}: ${body.toString().slice(0, 200)}`);
      // The caller names the endpoint's schema.
      return status === 200 && answer.headers['content-type']?.startsWith('application/json')
        ? (JSON.parse(body.toString()) as T)
        : null;
    } catch (error) {
      this.#breaks(asked.path, error);
      return null;
    }
  }

  #breaks(what: string, error: unknown): void {
    if (!this.#isOver) this.broken.push(`${what}: ${error instanceof Error ? error.message : error}`);
  }

  #send({ path, token, json, headers = {}, agent }: Asked & { agent?: Agent }): Promise<IncomingMessage> {
    const body = json === undefined ? '' : JSON.stringify(json);
    return new Promise((resolve, reject) => {
      const sent = request({
        port: this.#port,
        host: '127.0.0.1',
        path,
        method: json === undefined ? 'GET' : 'POST',
        agent: agent ?? false,
        // The proof's own certificate.
        rejectUnauthorized: false,
        headers: {
          ...headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': randomUUID(),
          }),
        },
      });
      this.#open.add(sent);
      sent.once('close', () => this.#open.delete(sent));
      sent.once('response', resolve).once('error', reject);
      sent.end(body);
    });
  }
}

interface Asked {
  path: string;
  token?: string;
  json?: unknown;
  headers?: Record<string, string>;
}

const keepAlive = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
