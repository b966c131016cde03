import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { readWebApp } from './web-app.ts';

const VERSION = '<meta name="app-version" content="0123456789abcdef" />';
const WORKER = 'self.addEventListener("fetch", () => {});'.repeat(20);

/** A web app as built by scripts/build.mjs. */
const folder = mkdtempSync(join(tmpdir(), 'tallystone-kept-app-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), `<!doctype html><head>\n    ${VERSION}\n</head>`);
writeFileSync(join(folder, 'worker.js'), WORKER);
writeFileSync(join(folder, 'worker.js.br'), brotliCompressSync(WORKER));
writeFileSync(join(folder, 'app.webmanifest'), '{"name":"Tallystone"}');
writeFileSync(join(folder, 'icon-192.png'), 'no picture');

let database: TestDatabase;
let app: App;
/** The same, but browsers must not keep it. */
let letGo: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database, { webApp: await readWebApp(folder) });
  letGo = await aTestApp(database, { webApp: await readWebApp(folder, { isKept: false }) });
});
afterAll(async () => {
  await app.close();
  await letGo.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

describe('an app that browsers may keep', () => {
  test.each([
    ['/worker.js', /^(?:application|text)\/javascript/],
    ['/app.webmanifest', /^application\/manifest\+json/],
    ['/icon-192.png', /^image\/png/],
  ])('%s has its content type, and is revalidated each time', async (url, type) => {
    const answer = await app.http.inject({ url, headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(type);
    expect(answer.headers['cache-control']).toBe('no-cache');
    const { etag } = answer.headers;
    const again = await app.http.inject({ url, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });

  test('its worker may only fetch files of this server, compressed or not', async () => {
    for (const encoding of ['identity', 'br']) {
      const answer = await app.http.inject({ url: '/worker.js', headers: { 'accept-encoding': encoding } });
      expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
    }
    const manifest = await app.http.inject('/app.webmanifest');
    expect(manifest.headers['content-security-policy']).not.toContain('connect-src');
  });

  test('its page has its version', async () => {
    const page = await app.http.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(page.body).toContain(VERSION);
  });
});

describe('an app that browsers must not keep', () => {
  test('has no worker file, which makes the worker uninstall itself', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await letGo.http.inject({ method, url: '/worker.js', headers: { accept: '*/*' } });
      expect(answer.statusCode).toBe(404);
    }
  });

  test('has no version in its page, so the page loads no worker', async () => {
    const page = await letGo.http.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('app-version');
  });

  test('is otherwise served as before', async () => {
    for (const url of ['/app.webmanifest', '/icon-192.png']) {
      expect((await letGo.http.inject(url)).statusCode).toBe(200);
    }
  });
});
