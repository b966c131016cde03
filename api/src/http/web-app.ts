import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageHead, withHead } from './page-head.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { type ServedFile, serveFile } from './serve-file.ts';

/** Vite names what it builds by its content: such a name always means the same bytes. */
const HASHED_NAME = /^assets\/[^/]+-[\w-]{8}\.\w+$/;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** The smaller one first. */
const COMPRESSED = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const;

/** The built web app. */
export interface WebApp {
  readonly folder: string;
  /** The app's page, with `__CSP_NONCE__` where the nonce of a response goes. */
  readonly page: string;
  readonly scriptHashes: readonly string[];
  /** Whether browsers may keep it for opening without a connection. */
  readonly isKept: boolean;
}

/** Keeps the app on devices. Where it is no longer served, it leaves by itself. */
const WORKER = 'worker.js';
/** Only a page that says its version asks for the worker. */
const VERSION = /\s*<meta name="app-version"[^>]*>/;

/** Reads the page of the web app that was built into a folder. */
export async function readWebApp(folder: string, { isKept = true } = {}): Promise<WebApp> {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const page = isKept ? built : built.replace(VERSION, '');
  return { folder, page, scriptHashes: hashInlineScripts(page), isKept };
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
  { folder, isKept }: WebApp,
  headers: SecurityHeaders,
): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  for (const name of names) {
    // The page is sent with a nonce of its own each time; the compressed files are other forms of the plain ones.
    if (/^index\.html|\.(?:br|gz|map)$/.test(name) || (!isKept && name === WORKER)) continue;
    const forms = COMPRESSED.filter(({ ending }) => names.has(name + ending)).map(
      async ({ coding, ending }) => {
        const bytes = await readFile(join(folder, name + ending));
        return { coding, bytes: async () => bytes };
      },
    );
    const file: ServedFile = {
      type: typeOf(name),
      plain: await readFile(join(folder, name)),
      forms: await Promise.all(forms),
    };
    const own = name === WORKER ? headers.worker : headers.asset;
    const cacheControl = HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
    serveFile(app, `/${name}`, file, { ...own, 'cache-control': cacheControl });
  }
}

/** @throws Error for a kind of file that no build has left so far: a browser takes it for nothing else than we say */
function typeOf(name: string): string {
  const type = TYPES[extname(name)];
  if (type === undefined)
    throw new Error(`the web app has a file of a kind that has no content type: ${name}`);
  return type;
}

/** Answers with the app's page, with the head of one address or with its own. */
export function sendPage(
  { page }: WebApp,
  headers: SecurityHeaders,
  reply: FastifyReply,
  head: PageHead | null,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  // The nonce first: what a head says is never searched for its place.
  const fresh = page.replaceAll('__CSP_NONCE__', nonce);
  return reply
    .headers(headers.page(nonce))
    .type('text/html; charset=utf-8')
    .send(head === null ? fresh : withHead(fresh, head));
}

/**
 * Whether a request asks for one of the app's screens. Which there are is the app's business: it has one for
 * addresses that lead nowhere.
 */
export function isForScreen({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(?:api|docs|assets)(?:[/?]|$)/.test(url)) return false;
  // Programs take anything; what looks like a file or a folder is no screen to them. A market is: they show links to it.
  return (
    accept.includes('text/html') || (accept.includes('*/*') && /^\/(?:[\w-]*|market\/\w+)(?:\?|$)/.test(url))
  );
}
