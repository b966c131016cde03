import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from './loopback.ts';

/** The site that wallets sign in to. */
export interface Site {
  /** Host, with its port unless that is the default one. */
  domain: string;
  uri: string;
}

/**
 * The site that a request reached: the configured origin, or else the local address at which it arrived. The Host header
 * isn't trusted, because another site could then make people sign in for it. It only chooses between `localhost` and the
 * loopback address.
 */
export function siteOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { publicOrigin, host, port }: { publicOrigin: string | null; host: string; port: number },
): Site {
  if (publicOrigin !== null) return { domain: new URL(publicOrigin).host, uri: publicOrigin };
  const address = (request.socket?.localAddress ?? host).replace(/^::ffff:/, '');
  const localPort = request.socket?.localPort ?? port;
  const asLocalhost = isLoopbackHost(address) && /^localhost(?::\d+)?$/i.test(request.headers.host ?? '');
  const name = asLocalhost ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  const { host: domain, origin } = new URL(`http://${name}:${localPort}`);
  return { domain, uri: origin };
}
