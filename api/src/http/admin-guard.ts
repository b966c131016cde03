import { httpApi } from '@tallystone/core/http-api';
import type { FastifyRequest } from 'fastify';
import { requireAdmin } from './mount-routes.ts';

/** The one call under the prefix that isn't for admins only: its own access rule applies. */
const { path: OPEN_PATH, method: OPEN_METHOD } = httpApi.refreshMarkets;

/** Every raw URL under the prefix contains the word, or an escape that may hide it. */
const MAY_BE_ADMIN = /admin|%/i;

/**
 * Guards everything under /api/admin, whether it exists or not, before routing and before the body is read, so that
 * callers without access learn nothing about what exists there.
 */
export function guardAdmin(request: FastifyRequest): void {
  // Most requests go elsewhere, and decoding their paths takes time.
  if (!MAY_BE_ADMIN.test(request.url)) return;
  const path = decodedPath(request.url);
  if (path !== '/api/admin' && !path.startsWith('/api/admin/')) return;
  if (path === OPEN_PATH && request.method === OPEN_METHOD) return;
  requireAdmin(request.session);
}

/** The path as the router sees it: `%61dmin` is `admin`, and the URL may be absolute, as in requests to proxies. */
function decodedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?;#]/)[0] ?? '';
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}
