import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from './loopback.ts';

/** The site that wallets sign in to. */
export interface Site {
  /** Host, with port when it is not the default one. */
  domain: string;
  uri: string;
}

/**
 * The site a request reached: the configured origin, or else the address of this machine that it arrived
 * at. The Host header is never believed, or another site could have people sign in for it; it only chooses
 * between the two names that a machine has for itself.
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
