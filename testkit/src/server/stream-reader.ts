import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { App } from '@tallystone/api/app.ts';
import { type StreamEvent, type StreamEventName, streamEventSchemas } from '@tallystone/core/http-api/stream';

interface ReceivedEvent<N extends StreamEventName = StreamEventName> {
  readonly event: N;
  readonly id: string | null;
  readonly data: StreamEvent<N>;
}

/** A test's reader of the stream over a real connection, with all events it received. */
export interface TestReader {
  readonly answer: IncomingMessage;
  readonly events: readonly ReceivedEvent[];
  /** The id of the last event that had one. */
  readonly position: string | null;
  /** The received events of one kind. */
  received<N extends StreamEventName>(name: N): ReceivedEvent<N>[];
  /** All received states of a market, from markets and snapshot events. */
  newsOf(marketId: string): StreamEvent<'markets'>['markets'];
  readonly isEnded: boolean;
  close(): void;
}

/** Makes an app listen on a free port. @returns its address */
export async function listen({ http }: Pick<App, 'http'>): Promise<string> {
  const address = http.server.address();
  if (typeof address === 'object' && address !== null) return `http://127.0.0.1:${address.port}`;
  return http.listen({ host: '127.0.0.1', port: 0 });
}

/** Opens a stream and returns after its response head arrived. */
export async function openReader(
  url: string,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<TestReader> {
  const sent = get(`${url}/api/stream${query}`, { headers, agent: false });
  // The event's single argument, by node:http.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const events: ReceivedEvent[] = [];
  let rest = '';
  let isEnded = false;
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    events.push(...blocks.map(readEvent));
  });
  // A stream may break.
  answer.on('error', () => undefined);
  answer.on('close', () => {
    isEnded = true;
  });
  const received = <N extends StreamEventName>(name: N) =>
    events.filter((each): each is ReceivedEvent<N> => each.event === name);
  return {
    answer,
    events,
    received,
    get position() {
      return events.findLast(({ id }) => id !== null)?.id ?? null;
    },
    newsOf: (marketId) =>
      [...received('markets'), ...received('snapshot')]
        .flatMap(({ data }) => data.markets)
        .filter(({ id }) => id === marketId),
    get isEnded() {
      return isEnded;
    },
    close: () => sent.destroy(),
  };
}

/**
 * @throws Error for anything that the stream's schemas don't allow
 */
function readEvent(block: string): ReceivedEvent {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line]));
  const field = (name: string) => fields.get(name)?.slice(name.length + 2) ?? null;
  const event = field('event');
  if (event === null || !isName(event)) throw new Error(`an event of no known kind: ${block}`);
  const data = streamEventSchemas[event].parse(JSON.parse(field('data') ?? ''));
  return { event, id: field('id'), data };
}

const isName = (text: string): text is StreamEventName => text in streamEventSchemas;
