import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { isLoopbackHost } from './loopback.ts';

/** A browser on this machine sends none of them. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
] as const;

/** `once-proxied`: off until a request shows that others than this machine can reach the server. */
export type RateLimitsSetting = 'on' | 'off' | 'once-proxied';

export type Limiting = ReturnType<typeof openLimiting>;

/** Whether callers are rate-limited. @param log gets one line when limits are turned on */
export function openLimiting(setting: RateLimitsSetting, log: Logger) {
  let isOn = setting === 'on';
  let isLooking = setting === 'once-proxied';
  return {
    setting,
    get isOn() {
      return isOn;
    },
    /** If the setting is `once-proxied` and the request shows a proxy, turns limits on for the life of the process. */
    look(request: Pick<IncomingMessage, 'headers' | 'httpVersion'>): void {
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
 * The sign that a request didn't come directly from a browser on this machine: the name of a header, or of the protocol
 * that nginx before 1.29.7 uses by default. Null if there is none.
 */
export function proxySignOf({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): string | null {
  for (const name of PROXY_HEADERS) if (headers[name] !== undefined) return name;
  if (headers.host !== undefined && !isLoopbackHost(headers.host.replace(/:\d*$/, ''))) return 'host';
  // The Origin names the page's own host, even behind a proxy that rewrites Host. Browsers mark requests from pages of
  // other sites as cross-site, and such pages may well be open on this machine.
  if (headers.origin !== undefined && headers['sec-fetch-site'] !== 'cross-site') {
    const host = /^https?:\/\/(.+?)(?::\d+)?$/i.exec(headers.origin)?.[1];
    if (host !== undefined && !isLoopbackHost(host)) return 'origin';
  }
  // Browsers use HTTP/1.1. Tools that use HTTP/1.0, such as ab, don't send `connection: close`, its default.
  if (httpVersion === '1.0' && headers.connection === 'close') return 'HTTP/1.0';
  return null;
}
