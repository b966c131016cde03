import { httpApi } from '@tallystone/core/http-api';
import type { FastifyRequest } from 'fastify';
import { requireAdmin } from './mount-routes.ts';

/** The one call below the prefix that any session may make: its own access rule applies. */
const { path: OPEN_PATH, method: OPEN_METHOD } = httpApi.refreshMarkets;

/** What an address below the prefix has as it comes in: the word, or an escape that may hide it. */
const MAY_BE_ADMIN = /admin|%/i;

/**
 * Guards everything below /api/admin, whether it exists or not, before routing and before a body is read:
 * who may not enter learns nothing about what is there.
 */
export function guardAdmin(request: FastifyRequest): void {
  // Most requests are for something else, and reading their paths has its price.
  if (!MAY_BE_ADMIN.test(request.url)) return;
  const path = decodedPath(request.url);
  if (path !== '/api/admin' && !path.startsWith('/api/admin/')) return;
  if (path === OPEN_PATH && request.method === OPEN_METHOD) return;
  requireAdmin(request.session);
}

/** As the router sees it: `%61dmin` is `admin`, and a request may name the whole address, as proxies are asked. */
function decodedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?;#]/)[0] ?? '';
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}
