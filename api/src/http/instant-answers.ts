import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { RawAnswer, Route } from './route.ts';
import { sendRaw } from './send-raw.ts';

/**
 * Makes the HTTP server of the framework, with a short cut before it: where a route has an answer that is
 * ready, such as the market list between two changes, it is sent at once. Everything else, and the same route
 * when its answer has yet to be made, goes the whole way.
 *
 * Only routes that anyone may call have instant answers, and only where calls are not counted.
 */
export function serverWithInstantAnswers(
  routes: readonly Route[],
  apiHeaders: Readonly<Record<string, string>>,
  options: ServerOptions,
  listener: RequestListener,
): Server {
  const instant = new Map(
    routes.flatMap(({ endpoint, instant: answer }) =>
      answer && endpoint.access === 'public' ? [[endpoint.path, answer]] : [],
    ),
  );
  const server = createServer(options, (request, response) => {
    let answer: RawAnswer | null = null;
    // While the server stops, the framework tells callers to come back on a new connection.
    if (request.method === 'GET' && server.listening) {
      try {
        answer = instant.get(request.url ?? '')?.(request.headers) ?? null;
      } catch {
        // The whole way meets the same error, and answers it.
      }
    }
    if (answer === null) listener(request, response);
    else sendRaw(response, answer, apiHeaders);
  });
  return server;
}
