import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the next responses fail. `drop` breaks the connection; `off` stops the failures. */
export const FAIL_MODES = ['500', 'hang', 'bad-json', 'html', 'cut', 'slow', 'drop', 'off'] as const;
type FailMode = (typeof FAIL_MODES)[number];

export interface Failure {
  mode: FailMode;
  /** The number of failing responses; by default all, until `off`. */
  count?: number | undefined;
  /** Path endings, such as `/games-by-ids`; by default all paths. */
  paths?: readonly string[] | undefined;
}

/** A custom response. */
export interface RawAnswer {
  /** A path ending with required parameters, such as `/games-by-filters?gameState=Live`. */
  path: string;
  /** The body, or parts of which `unit` is sent `times` times without being kept in memory as a whole. */
  body: string | { head: string; unit: string; times: number; tail: string };
  /** The number of responses; by default all, until the next reset. */
  count?: number | undefined;
  status?: number | undefined;
  contentType?: string | undefined;
}

const SLOW_MS = 3_000;

/** The planned failures. */
export class Failures {
  #failure: Failure | null = null;
  #raw: RawAnswer[] = [];

  fail(failure: Failure): void {
    this.#failure = failure.mode === 'off' ? null : { ...failure };
  }

  answerRaw(raw: RawAnswer): void {
    this.#raw.push({ ...raw });
  }

  reset(): void {
    this.#failure = null;
    this.#raw = [];
  }

  /**
   * @returns true when the request was handled; false when a normal response should follow
   */
  async meet(url: URL, response: ServerResponse): Promise<boolean> {
    const raw = this.#raw.find((each) => isMeant(each.path, url));
    if (raw !== undefined) {
      if (raw.count !== undefined) {
        raw.count -= 1;
        if (raw.count <= 0) this.#raw = this.#raw.filter((each) => each !== raw);
      }
      await sendRaw(raw, response);
      return true;
    }
    const failure = this.#failure;
    if (failure === null || !(failure.paths ?? ['']).some((path) => isMeant(path, url))) return false;
    if (failure.count !== undefined) {
      failure.count -= 1;
      if (failure.count <= 0) this.#failure = null;
    }
    return await fail(failure.mode, response);
  }
}

function isMeant(path: string, url: URL): boolean {
  const [end = '', parameters = ''] = path.split('?');
  return (
    url.pathname.endsWith(end) &&
    [...new URLSearchParams(parameters)].every(([name, value]) =>
      url.searchParams.getAll(name).includes(value),
    )
  );
}

async function fail(mode: FailMode, response: ServerResponse): Promise<boolean> {
  switch (mode) {
    case '500':
      send(response, 500, 'application/json', '{"statusCode":500,"message":"Internal server error"}');
      return true;
    case 'hang':
      // No response: the caller has to give up.
      return true;
    case 'bad-json':
      send(response, 200, 'application/json', '{"games": [{"id": "1006", ');
      return true;
    case 'html':
      send(response, 200, 'text/html', '<!doctype html><html><body><h1>Bad gateway</h1></body></html>');
      return true;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 });
      response.write('{"games": [', () => response.destroy());
      return true;
    case 'slow':
      await sleep(SLOW_MS, undefined, { ref: false });
      return false;
    case 'drop':
      response.destroy();
      return true;
    case 'off':
      return false;
  }
}

async function sendRaw(raw: RawAnswer, response: ServerResponse): Promise<void> {
  const { status = 200, contentType = 'application/json' } = raw;
  if (typeof raw.body === 'string') {
    send(response, status, contentType, raw.body);
    return;
  }
  const { head, unit, times, tail } = raw.body;
  response.writeHead(status, { 'content-type': contentType });
  response.write(head);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const perChunk = Math.max(1, Math.floor(65_536 / Math.max(1, unit.length)));
  for (let left = times; left > 0 && !response.destroyed; left -= perChunk) {
    if (response.write(unit.repeat(Math.min(left, perChunk)))) continue;
    // Stop when the client stops listening.
    await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  if (!response.destroyed) response.end(tail);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
