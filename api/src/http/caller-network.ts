import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { Address6 } from 'ip-address';
import { isRecent } from './is-recent.ts';

/** The length of the IPv6 prefix that one customer has. */
const NETWORK_BITS = 64;
/** How long a proxy's header is ignored after it has sent a request without one. */
const DISTRUST_MS = 60_000;
/** Most distrusted peers remembered; the oldest are forgotten first. */
const MOST_PEERS = 1000;
/** Health checks bypass the proxy. */
const PROBES = /^\/api\/health\//;

/** The part of an address that one customer has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.toLowerCase();
  const mapped = new Address6(address);
  return mapped.isMapped4()
    ? mapped.to4().correctForm()
    : new Address6(`${address}/${NETWORK_BITS}`).startAddress().correctForm();
}

/**
 * Finds the network of a request's caller: the connection's address or, behind trusted proxies, the address that they
 * append to `X-Forwarded-For`. A proxy that appends it never sends a request without the header. A proxy that does send
 * one passes on a header that callers can set themselves: for a minute its header is ignored, and all of its callers are
 * limited together. This can't be noticed while all callers send the header; docs/limits.md says how to test it.
 *
 * @param trustedProxies the number of proxies in a row
 * @param isDirect whether a request without the header bypassed the proxies, so that they stay trusted
 * @param onDistrust called when a proxy becomes distrusted
 */
export function openCallerNetworks({
  trustedProxies,
  isDirect = () => false,
  now,
  onDistrust,
}: {
  trustedProxies: number;
  isDirect?: (request: IncomingMessage) => boolean;
  now: () => Date;
  onDistrust(peer: string): void;
}) {
  /** The networks of open connections, which never change. Finding one takes a large regular expression. */
  const peers = new WeakMap<Socket, string>();
  /** When each distrusted peer last sent a request without the header. */
  const distrustedAt = new Map<string, number>();

  function distrust(peer: string): void {
    if (!isDistrusted(peer)) onDistrust(peer);
    distrustedAt.delete(peer);
    distrustedAt.set(peer, now().getTime());
    for (const oldest of distrustedAt.keys()) {
      if (distrustedAt.size <= MOST_PEERS) break;
      distrustedAt.delete(oldest);
    }
  }

  function isDistrusted(peer: string): boolean {
    const at = distrustedAt.get(peer);
    return at !== undefined && isRecent(at, DISTRUST_MS, now());
  }

  return {
    of(request: IncomingMessage): string {
      const { socket } = request;
      // The address is missing only without a network, as in tests.
      const peer = peers.get(socket) ?? networkOf(socket.remoteAddress ?? '');
      peers.set(socket, peer);
      if (trustedProxies === 0) return peer;
      const addresses = addressesIn(request.headers['x-forwarded-for']);
      if (addresses.length === 0) {
        if (!PROBES.test(request.url ?? '') && !isDirect(request)) distrust(peer);
        return peer;
      }
      if (isDistrusted(peer)) return peer;
      const address = bareAddress(addresses[Math.max(0, addresses.length - trustedProxies)] ?? '');
      // Otherwise callers could invent a new address for each request.
      return isIP(address) === 0 ? peer : networkOf(address);
    },
  };
}

function addressesIn(header: string | string[] | undefined): string[] {
  const text = String(header ?? '').trim();
  return text === '' ? [] : text.split(',');
}

/** Removes the port, which some proxies add. */
function bareAddress(text: string): string {
  const address = text.trim();
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
