import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { isLoopbackHost } from './loopback.ts';

/** A browser at this machine sends none of them. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
] as const;

/** `once-proxied`: off, until a request shows that the server is not for this machine alone. */
export type RateLimitsSetting = 'on' | 'off' | 'once-proxied';

/** Whether callers are limited. */
export interface Limiting {
  readonly setting: RateLimitsSetting;
  readonly isOn: boolean;
  /** Turns limits on for as long as the process runs, where `setting` asks for that and the request shows a proxy. */
  look(request: Pick<IncomingMessage, 'headers' | 'httpVersion'>): void;
}

/** @param log hears once that limits were turned on */
export function openLimiting(setting: RateLimitsSetting, log: Logger): Limiting {
  let isOn = setting === 'on';
  let isLooking = setting === 'once-proxied';
  return {
    setting,
    get isOn() {
      return isOn;
    },
    look(request) {
      if (!isLooking) return;
      const sign = proxySignOf(request);
      if (sign === null) return;
      isLooking = false;
      isOn = true;
      log.error(
        { sign },
        'a request came through a proxy or asked for another host, so others can reach this demo: rate limits were off and are on from now until it stops. Set PUBLIC_ORIGIN to the address at which people reach it, or TRUSTED_PROXIES to the number of proxies before it; RATE_LIMITS=off keeps limits off',
      );
    },
  };
}

/**
 * What shows that a request did not come straight from a browser at this machine: the name of a header, or of the protocol
 * by which nginx before 1.29.7 asks unless it is told otherwise. Null: nothing does.
 */
export function proxySignOf({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): string | null {
  for (const name of PROXY_HEADERS) if (headers[name] !== undefined) return name;
  if (headers.host !== undefined && !isLoopbackHost(headers.host.replace(/:\d*$/, ''))) return 'host';
  // What a page sends to its own server names where the page is from, and a proxy that puts itself into the Host leaves it.
  // Browsers say of pages of other sites that they are such: those may well be open at this machine.
  if (headers.origin !== undefined && headers['sec-fetch-site'] !== 'cross-site') {
    const host = /^https?:\/\/(.+?)(?::\d+)?$/i.exec(headers.origin)?.[1];
    if (host !== undefined && !isLoopbackHost(host)) return 'origin';
  }
  // Browsers ask by HTTP/1.1. Tools that still ask by HTTP/1.0, such as ab, leave out what it means already.
  if (httpVersion === '1.0' && headers.connection === 'close') return 'HTTP/1.0';
  return null;
}
