import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';

/** Connections for one piece of work, because the server closes idle ones. */
export async function withLanes<T>(
  { port, count }: { port: number; count: number },
  work: (lanes: readonly HttpConnection[]) => Promise<T>,
): Promise<T> {
  const lanes = Array.from({ length: count }, () => new HttpConnection(port));
  try {
    return await work(lanes);
  } finally {
    for (const lane of lanes) lane.close();
  }
}
