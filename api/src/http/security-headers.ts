/** The security headers of every answer, set without a plugin: see docs/decisions/0016. */

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const TWO_YEARS_S = 63_072_000;

export type SecurityHeaders = ReturnType<typeof securityHeaders>;

export function securityHeaders({
  publicOrigin,
  nodeOrigins,
  scriptHashes,
}: {
  publicOrigin: string | null;
  /** Nodes that the app calls directly: one for SOL balances and, in live mode, one of its chain. */
  nodeOrigins: readonly string[];
  /** Hashes of the inline scripts of the app's page, such as `sha256-...`. */
  scriptHashes: readonly string[];
}) {
  const isHttps = publicOrigin?.startsWith('https://') === true;
  const common: Readonly<Record<string, string>> = {
    ...COMMON,
    ...(isHttps && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains; preload` }),
  };
  const locked = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  const nothing = `default-src 'none'; ${locked}`;
  return {
    /** For API answers, which are never rendered or cached. */
    api: { ...common, 'content-security-policy': nothing, 'cache-control': 'no-store' },
    /** For the app's files. */
    asset: { ...common, 'content-security-policy': nothing },
    /** For the worker that keeps the app on a device; it only fetches files of this server. */
    worker: { ...common, 'content-security-policy': `default-src 'none'; connect-src 'self'; ${locked}` },
    /** For the app's page, with the nonce of its styles. */
    page: (nonce: string) => ({
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
    /** For a page that other sites may show in a frame: the only one, with nothing to press but links. */
    embed: ({ nonce, scriptHash }: { nonce: string; scriptHash: string }) => ({
      ...common,
      'content-security-policy': [
        "default-src 'none'",
        `script-src '${scriptHash}'`,
        `style-src 'nonce-${nonce}'`,
        "connect-src 'self'",
        "base-uri 'none'; form-action 'none'; frame-ancestors *",
      ].join('; '),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    }),
    /** For the page of the API documentation. */
    docs: {
      ...common,
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        // Swagger UI sets inline styles.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        locked,
      ].join('; '),
      'cache-control': 'no-cache',
    },
  };
}
