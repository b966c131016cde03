import { createServer, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../http/version.ts';
import { createMeters, type Meters } from '../meters/meters.ts';
import { GAUGES, type Snapshot, STARTING } from './gauges.ts';

/** The metrics of one process, served on a port of their own, so that no caller of the app can read them. */
export interface Metrics {
  readonly meters: Meters;
  /** Where they are served, such as `http://127.0.0.1:9464/metrics`. */
  readonly address: string;
  /** Sets where the gauges are read from. Before, the process says that it isn't ready. */
  watch(look: () => Promise<Snapshot>): void;
  stop(): Promise<void>;
}

/**
 * Serves metrics in the text format of Prometheus at `GET /metrics`.
 *
 * @throws the system's error if the port can't be taken
 */
export async function openMetrics({
  port,
  host,
  mode,
}: {
  port: number;
  host: string;
  mode: string;
}): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'tallystone_build_info',
    help: 'The version of the server and of Node.',
    labelNames: ['version', 'mode', 'node'],
    registers,
  }).set({ version: VERSION, mode, node: process.version }, 1);
  const gauges = GAUGES.map((kind) => ({
    kind,
    gauge: new Gauge({
      name: kind.name,
      help: kind.help,
      labelNames: [...(kind.labels ?? [])],
      registers,
    }),
  }));
  let look = (): Promise<Snapshot> => Promise.resolve(STARTING);

  async function update(): Promise<void> {
    const snapshot = await look();
    for (const { kind, gauge } of gauges) {
      // A value that was known at the last scrape and isn't now must not remain.
      gauge.reset();
      if (kind.labels === undefined) gauge.remove();
      for (const { value, labels = {} } of kind.of(snapshot)) gauge.set(labels, value);
    }
  }

  async function answer(response: ServerResponse): Promise<void> {
    await update();
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  }

  const server = createServer((request, response) => {
    if (
      request.url?.split('?')[0] !== '/metrics' ||
      (request.method !== 'GET' && request.method !== 'HEAD')
    ) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is served here.\n');
      return;
    }
    answer(response).catch((error) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`${error}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    meters: createMeters(registry),
    address: `http://${host.includes(':') ? `[${host}]` : host}:${at}/metrics`,
    watch(given) {
      look = given;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
