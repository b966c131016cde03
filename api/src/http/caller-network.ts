import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { Address6 } from 'ip-address';

/** Of an IPv6 address, the part that one customer has. */
const NETWORK_BITS = 64;
/** So long what a proxy says is not believed after it has said nothing. */
const DISTRUST_MS = 60_000;
/** Peers that are not believed, remembered at most: the ones of longest ago are believed again first. */
const MOST_PEERS = 1000;
/** Probes come past the proxy, and have no limit of their own. */
const PROBES = /^\/api\/health\//;

/** Of an address the part that one customer has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.toLowerCase();
  const mapped = new Address6(address);
  return mapped.isMapped4()
    ? mapped.to4().correctForm()
    : new Address6(`${address}/${NETWORK_BITS}`).startAddress().correctForm();
}

export interface CallerNetworks {
  /** Of a request's caller, as far as trusted proxies tell it. */
  of(request: IncomingMessage): string;
}

/**
 * Tells whose a request is: of the connection, or behind trusted proxies of the address that the last of them saw, which
 * each appends to `X-Forwarded-For`. A proxy that does so never sends a request without it. One that sends such a
 * request passes on what callers say of themselves: for a while nothing of that is believed, and all of its callers
 * are limited together. While all of its callers send the header it cannot be told: docs/limits.md says how to try it.
 *
 * @param trustedProxies how many of them there are, one behind the other
 * @param isDirect whether a request without the header came past the proxies, so that it says nothing of them
 * @param onDistrust hears of a proxy that begins not to be believed
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
}): CallerNetworks {
  /** Since when nothing is believed of a peer. */
  const untold = new Map<string, number>();

  function distrust(peer: string): void {
    if (!isDistrusted(peer)) onDistrust(peer);
    untold.delete(peer);
    untold.set(peer, now().getTime());
    for (const oldest of untold.keys()) {
      if (untold.size <= MOST_PEERS) break;
      untold.delete(oldest);
    }
  }

  function isDistrusted(peer: string): boolean {
    const since = untold.get(peer);
    if (since === undefined) return false;
    const passed = now().getTime() - since;
    // A clock that was set back must not keep it for ever.
    return passed >= 0 && passed < DISTRUST_MS;
  }

  return {
    of(request) {
      // Without an address only where there is no network, as in tests.
      const peer = networkOf(request.socket.remoteAddress ?? '');
      if (trustedProxies === 0) return peer;
      const told = addressesIn(request.headers['x-forwarded-for']);
      if (told.length === 0) {
        if (!PROBES.test(request.url ?? '') && !isDirect(request)) distrust(peer);
        return peer;
      }
      if (isDistrusted(peer)) return peer;
      const address = bareAddress(told[Math.max(0, told.length - trustedProxies)] ?? '');
      // A caller could make up as many words as requests.
      return isIP(address) === 0 ? peer : networkOf(address);
    },
  };
}

function addressesIn(header: string | string[] | undefined): string[] {
  const told = String(header ?? '').trim();
  return told === '' ? [] : told.split(',');
}

/** Some proxies add the port. */
function bareAddress(told: string): string {
  const address = told.trim();
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
