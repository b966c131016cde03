import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageHead, withHead } from './page-head.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { type ServedFile, serveFile } from './serve-file.ts';

/** Vite names built files by a hash of their content, so a name always means the same bytes. */
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
/** Smallest first. */
const COMPRESSED = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const;

export type WebApp = Awaited<ReturnType<typeof readWebApp>>;

/** Keeps the app on devices. It uninstalls itself once it isn't served any more. */
const WORKER = 'worker.js';
/** Only a page with its version loads the worker. */
const VERSION = /\s*<meta name="app-version"[^>]*>/;

/**
 * Reads the web app built into a folder. Its page has `__CSP_NONCE__` as placeholder for a response's nonce.
 *
 * @param isKept whether browsers may keep the app for use offline
 */
export async function readWebApp(folder: string, { isKept = true } = {}) {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const page = isKept ? built : built.replace(VERSION, '');
  return { folder, page, scriptHashes: hashInlineScripts(page), isKept };
}

/** The hashes with which a content security policy allows exactly the page's inline scripts. */
export function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

/** Serves each of the app's files at a fixed URL, so no path can lead out of the folder. */
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
    // The page is sent with a new nonce each time, and compressed files are served as forms of the plain ones.
    if (/^index\.html|\.(?:br|gz|map)$/.test(name) || (!isKept && name === WORKER)) continue;
    const forms = COMPRESSED.filter(({ ending }) => names.has(name + ending)).map(
      async ({ coding, ending }) => {
        const bytes = await readFile(join(folder, name + ending));
        return { coding, bytes: async () => bytes };
      },
    );
    const bytes = await readFile(join(folder, name));
    const file: ServedFile = {
      type: typeOf(name),
      plain: () => bytes,
      forms: await Promise.all(forms),
    };
    const own = name === WORKER ? headers.worker : headers.asset;
    const cacheControl = HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
    serveFile(app, `/${name}`, file, { ...own, 'cache-control': cacheControl });
  }
}

/** @throws Error for an unknown kind of file, because browsers rely on the content type that we send */
function typeOf(name: string): string {
  const type = TYPES[extname(name)];
  if (type === undefined)
    throw new Error(`the web app has a file of a kind that has no content type: ${name}`);
  return type;
}

/** Answers with the app's page, with its own head or that of one address. */
export function sendPage(
  { page }: WebApp,
  headers: SecurityHeaders,
  reply: FastifyReply,
  head: PageHead | null,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  // Nonce first, so that the placeholder isn't replaced inside the head's text.
  const fresh = page.replaceAll('__CSP_NONCE__', nonce);
  return reply
    .headers(headers.page(nonce))
    .type('text/html; charset=utf-8')
    .send(head === null ? fresh : withHead(fresh, head));
}

/** A page for frames of other sites. Its style is allowed by a nonce, and its only script by a hash. */
export interface EmbedPage {
  readonly status: 200 | 404;
  readonly scriptHash: string;
  html(nonce: string): string;
}

/** Answers with a page for frames of other sites. */
export function sendEmbed(page: EmbedPage, headers: SecurityHeaders, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(page.status)
    .headers(headers.embed({ nonce, scriptHash: page.scriptHash }))
    .type('text/html; charset=utf-8')
    .send(page.html(nonce));
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Whether a request asks for one of the app's screens. The app knows which screens exist, and has one for unknown
 * addresses.
 */
export function isForScreen(request: FastifyRequest): boolean {
  const { url } = request;
  const { accept = '*/*' } = request.headers;
  if (!isRead(request) || /^\/(?:api|docs|assets)(?:[/?]|$)/.test(url)) return false;
  // Programs accept anything. For them a path that looks like a file or folder is no screen, except a market's, which
  // link previews load.
  return (
    accept.includes('text/html') || (accept.includes('*/*') && /^\/(?:[\w-]*|market\/\w+)(?:\?|$)/.test(url))
  );
}
