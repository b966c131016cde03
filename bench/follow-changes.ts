import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { readJson } from './bettor.ts';
import { marketsIn, StreamReader } from './stream-reader.ts';

const PATIENCE_MS = 120_000;

/** Readers of one stream that count what they get of some markets. */
export interface Followers {
  /** Resolves when each has got this many changes since it began. @throws Error if they don't come */
  received(changes: number): Promise<void>;
  stop(): void;
}

/** Begins with the server's list, as the app does. @param of which of its markets count */
export async function followChanges(
  { port }: { readonly port: number },
  { readers, of }: { readers: number; of: (market: WireListedMarket) => boolean },
): Promise<Followers> {
  const connection = new HttpConnection(port);
  const list = await connection.send(httpRequest({ path: '/api/markets' }));
  connection.close();
  const versions = readJson<WireListedMarket[]>(list)
    .filter(of)
    .map(({ id, version }) => [id, version] as const);
  const counts = Array.from({ length: readers }, () => 0);
  const streams: StreamReader[] = [];
  let lost = 0;
  let isStopped = false;
  await Promise.all(
    counts.map(
      (_, i) =>
        new Promise<void>((resolve) => {
          const known = new Map(versions);
          const stream = new StreamReader({
            port,
            after: list.headers.get('tallystone-position'),
            onEvent(event) {
              // Each change raises the version of its market by one.
              for (const { id, version } of marketsIn(event)) {
                const before = known.get(id) ?? version;
                if (version <= before) continue;
                known.set(id, version);
                counts[i] = (counts[i] ?? 0) + version - before;
              }
              resolve();
            },
            onClose() {
              lost += 1;
              resolve();
            },
          });
          streams.push(stream);
        }),
    ),
  );
  return {
    async received(changes) {
      const giveUpAt = performance.now() + PATIENCE_MS;
      while (counts.some((count) => count < changes)) {
        const missing = counts.filter((count) => count < changes).length;
        if ((lost > 0 && !isStopped) || performance.now() > giveUpAt)
          throw new Error(`${missing} of ${readers} readers lack changes, and ${lost} were cut off`);
        await sleep(20);
      }
    },
    stop() {
      isStopped = true;
      for (const stream of streams) stream.cut();
    },
  };
}
