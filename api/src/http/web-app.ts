import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityHeaders } from './security-headers.ts';

/** Vite names what it builds by its content: such a name always means the same bytes. */
const HASHED_NAME = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+(?:\.br|\.gz)?$/;

/** The built web app. */
export interface WebApp {
  readonly folder: string;
  /** The app's page, with `__CSP_NONCE__` where the nonce of a response goes. */
  readonly page: string;
  readonly scriptHashes: readonly string[];
}

/** Reads the page of the web app that was built into a folder. */
export async function readWebApp(folder: string): Promise<WebApp> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return { folder, page, scriptHashes: hashInlineScripts(page) };
}

/** The hashes by which a policy allows exactly the inline scripts of a page. */
export function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

/** Serves the app's files, each at an address of its own: there is no path to walk out of. */
export async function mountWebApp(
  app: FastifyInstance,
  { folder }: WebApp,
  headers: SecurityHeaders,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // The page is sent with a nonce of its own each time; the compressed files are other forms of the plain ones.
    index: false,
    globIgnore: ['index.html*', '**/*.br', '**/*.gz', '**/*.map'],
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, path) => {
      const cacheControl = HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.headers({ ...headers.asset, 'cache-control': cacheControl });
    },
  });
}

/** Answers a request for one of the app's screens with its page. Returns null when it asks for something else. */
export function sendPage(
  { page }: WebApp,
  headers: SecurityHeaders,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  if (!isForScreen(request)) return null;
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers(headers.page(nonce))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce));
}

/** Which screens there are is the app's business: it has one for addresses that lead nowhere. */
function isForScreen({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(?:api|docs|assets)(?:[/?]|$)/.test(url)) return false;
  // Programs take anything; what looks like a file or a folder is no screen to them.
  return accept.includes('text/html') || (accept.includes('*/*') && /^\/[\w-]*(?:\?|$)/.test(url));
}
