/** The headers of every answer. Constants, and not made by a plugin: see docs/decisions/0016. */

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const TWO_YEARS_S = 63_072_000;

export interface SecurityHeaders {
  /** Of answers of the API: nothing in them is ever rendered or kept. */
  readonly api: Readonly<Record<string, string>>;
  /** Of files that never change under their name, and of others. */
  readonly asset: Readonly<Record<string, string>>;
  /** Of the program that keeps the app on a device: it asks this server for files, and does nothing else. */
  readonly worker: Readonly<Record<string, string>>;
  /** Of the app's page, with the nonce that its styles carry. */
  page(nonce: string): Record<string, string>;
  /** Of the page of the API's documentation. */
  readonly docs: Readonly<Record<string, string>>;
}

export function securityHeaders({
  publicOrigin,
  nodeOrigins,
  scriptHashes,
}: {
  publicOrigin: string | null;
  /** Nodes that the app asks by itself: where it reads SOL balances, and of live mode one of its chain. */
  nodeOrigins: readonly string[];
  /** Of the inline scripts of the app's page, such as `sha256-...`. */
  scriptHashes: readonly string[];
}): SecurityHeaders {
  const isHttps = publicOrigin?.startsWith('https://') === true;
  const common = {
    ...COMMON,
    ...(isHttps && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains; preload` }),
  };
  const locked = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  const nothing = `default-src 'none'; ${locked}`;
  return {
    api: { ...common, 'content-security-policy': nothing, 'cache-control': 'no-store' },
    asset: { ...common, 'content-security-policy': nothing },
    worker: { ...common, 'content-security-policy': `default-src 'none'; connect-src 'self'; ${locked}` },
    page: (nonce) => ({
      ...common,
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${scripts}`,
        `style-src 'self' 'nonce-${nonce}'`,
        // Wallets announce their icons as data: URIs.
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        `connect-src 'self' ${[...new Set(nodeOrigins)].join(' ')}`,
        locked,
        "require-trusted-types-for 'script'",
      ].join('; '),
      'cache-control': 'no-store',
    }),
    docs: {
      ...common,
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        // The documentation's own program sets styles in the page.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        locked,
      ].join('; '),
      'cache-control': 'no-cache',
    },
  };
}
