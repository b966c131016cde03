import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireUser } from '@tallystone/core/http-api/identity';
import type { Message } from '@tallystone/core/sentences/sentence';

type Refusal = { status: number; code: string; error: string; reason?: Message['reason'] };

/**
 * A small server for web app tests: it stores nonces and sessions and responds like the real one. It doesn't verify
 * signatures, because tests of the real server do.
 */
export function createMockServer({
  config = {},
  kycLevel = 0,
}: {
  config?: Partial<WireConfig>;
  kycLevel?: number;
} = {}) {
  const settings: WireConfig = {
    mode: 'demo',
    practiceWallets: false,
    solanaRpcUrl: 'https://rpc.example',
    feed: 'demo-feed',
    ...config,
  };
  const requests: { method: string; path: string; headers: Headers; body: Record<string, unknown> }[] = [];
  const sessions = new Map<string, WireUser>();
  const nonces = new Map<string, string>();
  const failing = new Set<string>();
  const refusals = new Map<string, Refusal>();
  let notice: Message | null = null;
  let made = 0;

  const openSession = (user: WireUser) => {
    const token = `token-${++made}`;
    sessions.set(token, user);
    const noticed = notice && { notice: notice.sentence, noticeReason: notice.reason };
    return json(200, { token, user, ...noticed });
  };

  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    requests.push({ method, path: url.pathname + url.search, headers, body });
    if (failing.has(url.pathname)) return refusal(503, 'too-busy', 'The server is too busy.');
    const refused = refusals.get(url.pathname);
    if (refused !== undefined) return json(refused.status, { ...refused, requestId: 'req-1' });

    const token = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
    const user = sessions.get(token);
    switch (`${method} ${url.pathname}`) {
      case 'GET /api/config':
        return json(200, settings);
      case 'GET /api/auth/nonce': {
        const wallet = url.searchParams.get('wallet') ?? '';
        const nonce = `nonce${++made}`;
        nonces.set(nonce, wallet);
        return json(200, {
          nonce,
          message: `tallystone.example wants you to sign in\n${wallet}\nNonce: ${nonce}`,
          domain: 'tallystone.example',
          issuedAt: '2026-11-23T10:00:00.000Z',
          expiresAt: '2026-11-23T10:05:00.000Z',
        });
      }
      case 'POST /api/auth/verify': {
        if (nonces.get(body.nonce) !== body.wallet || !/^(0x)?[0-9a-f]+$/.test(body.signature)) {
          return refusal(401, 'sign-in-failed', 'The signature does not prove this address.');
        }
        nonces.delete(body.nonce);
        return openSession(makeUser({ wallet: body.wallet, walletType: body.walletType, verified: true }));
      }
      case 'POST /api/auth/demo':
        if (settings.mode !== 'demo') return refusal(404, 'not-found', 'There is nothing here.');
        return openSession(makeUser({ wallet: body.wallet, walletType: 'evm', verified: false }));
      case 'POST /api/auth/logout':
        if (!user) return refusal(401, 'unauthenticated', 'Sign in first.');
        sessions.delete(token);
        return json(200, { ok: true });
      case 'GET /api/user/profile':
        return user ? json(200, user) : refusal(401, 'unauthenticated', 'Sign in first.');
      default:
        return refusal(404, 'not-found', 'There is nothing here.');
    }
  }

  function makeUser(user: {
    wallet: string;
    walletType: WireUser['walletType'];
    verified: boolean;
  }): WireUser {
    const { wallet, walletType, verified } = user;
    return { publicKey: wallet, walletType, verified, kycLevel, dailyStakeCap: 1000 };
  }

  return {
    fetch: answer,
    requests,
    /** The bodies of a path's requests, in order. */
    bodiesTo: (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body),
    fail: (path: string) => failing.add(path),
    refuse: (path: string, how: Refusal) => refusals.set(path, how),
    /** Includes this notice in each new session from now on. */
    setSignInNotice: (message: Message) => {
      notice = message;
    },
    recover: (path: string) => failing.delete(path),
    /** Expires every session. */
    expireSessions: () => sessions.clear(),
  };
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

function refusal(status: number, code: string, error: string): Response {
  return json(status, { error, code, requestId: 'req-1' });
}
