import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, one of which could take a server's while it restarts. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];

/** A port that was free a moment ago, and that no outgoing connection takes. */
export async function lowPort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
