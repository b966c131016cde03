import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { withLanes } from './with-lanes.ts';

/** A new connection for one piece of work, closed afterwards. */
export function withLane<T>(port: number, work: (lane: HttpConnection) => Promise<T>): Promise<T> {
  return withLanes({ port, count: 1 }, ([lane]) => {
    if (lane === undefined) throw new Error('there is no connection');
    return work(lane);
  });
}
