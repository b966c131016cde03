import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, readAssetFolder } from './asset-folder.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { sendAsset } from './send-asset.ts';

/** The built web app, in memory. */
export interface WebApp {
  readonly assets: ReadonlyMap<string, Asset>;
  /** The app's page, with `__CSP_NONCE__` where the nonce of a response goes. */
  readonly page: string;
  readonly scriptHashes: readonly string[];
}

/** Reads the folder that the web app was built into. */
export async function readWebApp(folder: string): Promise<WebApp> {
  const assets = await readAssetFolder(folder, (path) => !path.endsWith('.map'));
  const page = assets.get('index.html')?.body.toString('utf8');
  if (page === undefined) throw new Error(`expected the built web app in ${folder}; npm run build makes it`);
  return { assets, page, scriptHashes: hashInlineScripts(page) };
}

/** The hashes by which a policy allows exactly the inline scripts of a page. */
export function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

/** Answers a request for a file of the app, or for one of its screens. Returns null when it is neither. */
export function sendWebApp(
  webApp: WebApp,
  headers: SecurityHeaders,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const path = request.url.split('?')[0]?.slice(1) ?? '';
  const asset = path === 'index.html' ? undefined : webApp.assets.get(path);
  if (asset) return sendAsset(request, reply, { path, asset, headers: headers.asset });
  // Which screens there are is the app's business: it has one for addresses that lead nowhere.
  const wantsPage = String(request.headers.accept ?? '').includes('text/html');
  if (!wantsPage || path.startsWith('assets/')) return null;
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers(headers.page(nonce))
    .type('text/html; charset=utf-8')
    .send(webApp.page.replaceAll('__CSP_NONCE__', nonce));
}
