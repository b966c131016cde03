import type { FastifyInstance } from 'fastify';

/**
 * Connections that wait to be accepted; the system's own limit may be lower. When a process dies, its readers come to another
 * one in the same moment. Those beyond this number would try again after a second, then three, seven and more.
 */
const MOST_WAITING = 4096;

/** @returns the address it listens on, such as `http://127.0.0.1:3000` */
export function listenForMany(
  http: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<string> {
  return http.listen({ port, host, backlog: MOST_WAITING });
}
