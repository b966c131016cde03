import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  betOverHttp,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { betOn } from '@tallystone/testkit/betting/results.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { hashInlineScripts, readWebApp } from '../http/web-app.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="csp-nonce" content="__CSP_NONCE__" />
    <title>Markets · Tallystone</title>
    <meta
      name="description"
      content="Prediction markets."
    />
    <script>document.documentElement.dataset.theme = 'light';</script>
  </head>
  <body><div id="root"></div></body>
</html>`;
const folder = mkdtempSync(join(tmpdir(), 'tallystone-shared-page-'));
writeFileSync(join(folder, 'index.html'), PAGE);

let database: TestDatabase;
let app: App;
let market: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = { PUBLIC_ORIGIN: 'https://app.example' };
  app = await aTestApp(database, { webApp: await readWebApp(folder), env });
  market = await aMarket(database.db);
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const ask = (url: string, options: Omit<InjectOptions, 'url'> = {}) =>
  app.http.inject({ url, headers: { accept: 'text/html' }, ...options });
const pageOf = async (url: string) => (await ask(url)).body;

describe('a market in a frame of another site', () => {
  const policyOf = async (url: string) => String((await ask(url)).headers['content-security-policy']);

  test('has its title, outcomes, time, volume and margin, and a link to its page', async () => {
    const answer = await ask(`/embed/market/${market.marketId}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const part of [
      '<html lang="en">',
      '<h1>Will it rain in Bergen tomorrow?</h1>',
      '<li><span>Yes</span> <b>1.99</b> <small>50.0% chance</small></li>',
      '<span>Betting closes ',
      '<span>Volume 0 USDT</span>',
      '<span>0% margin</span>',
      '<span>Practice money</span>',
      `<a href="https://app.example/market/${market.marketId}" target="_blank" rel="noopener">Open in Tallystone`,
    ]) {
      expect(answer.body).toContain(part);
    }
  });

  test('is the only page that may be framed, and may run only its own script', async () => {
    const page = await ask(`/embed/market/${market.marketId}`);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("base-uri 'none'; form-action 'none'; frame-ancestors *");
    const [hash] = hashInlineScripts(page.body);
    expect(policy).toContain(`default-src 'none'; script-src '${hash}'; style-src 'nonce-`);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(page.body).toContain(`<style nonce="${nonce}">`);
    for (const url of [
      '/',
      `/market/${market.marketId}`,
      '/embed',
      '/embed/market/',
      '/api/markets',
      '/docs',
    ]) {
      expect(await policyOf(url)).toContain("frame-ancestors 'none'");
    }
  });

  test('has no session: no cookie is set, and what it reads again goes without credentials', async () => {
    const page = await ask(`/embed/market/${market.marketId}`, {
      headers: { accept: 'text/html', cookie: 'session=x', authorization: 'Bearer nonsense' },
    });
    expect(page.statusCode).toBe(200);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.body).toContain("credentials: 'omit'");
    expect(page.body).not.toMatch(/localStorage|sessionStorage|document\.cookie|Authorization/);
  });

  test.each([
    ['?lang=es', '<html lang="es">', 'Las apuestas cierran el '],
    ['?lang=es&theme=dark', '<html lang="es" data-theme="dark">', 'Margen 0%'],
    ['?theme=light', '<html lang="en" data-theme="light">', '0% margin'],
    ['?lang=fr&theme="><script>', '<html lang="en">', '0% margin'],
  ])('%s chooses language and theme', async (search, html, words) => {
    const { body } = await ask(`/embed/market/${market.marketId}${search}`);
    expect(body).toContain(html);
    expect(body).toContain(words);
  });

  test('that is unknown says so, with a link to the others', async () => {
    const page = await ask('/embed/market/m_aaaaaaaaaaaaaaaaaaaa');
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('<h1>This market is not available.</h1>');
    expect(page.body).toContain(
      '<a href="https://app.example/" target="_blank" rel="noopener">See all markets',
    );
    expect(page.body).not.toContain('<script');
  });

  test('escapes what people wrote', async () => {
    const hostile = await aMarket(database.db, { title: '<img src=x onerror=alert(1)>' });
    const { body } = await ask(`/embed/market/${hostile.marketId}`);
    expect(body).toContain('<h1>&lt;img src=x onerror=alert(1)&gt;</h1>');
    expect(body).not.toContain('<img');
  });
});

describe('the page of a market, as others see it', () => {
  test('has title, description, address and picture of the market', async () => {
    const answer = await ask(`/market/${market.marketId}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const tag of [
      '<title>Will it rain in Bergen tomorrow? · Tallystone</title>',
      'content="Yes 50.0% at 1.99, No 50.0% at 1.99. Betting closes ',
      `<link rel="canonical" href="https://app.example/market/${market.marketId}" />`,
      `<meta property="og:image" content="https://app.example/api/markets/${market.marketId}/picture?v=1" />`,
      '<meta name="twitter:card" content="summary_large_image" />',
    ])
      expect(answer.body).toContain(tag);
    expect(answer.body).not.toContain('Prediction markets.');
  });

  test("has the same policy as the app's page, and a new nonce", async () => {
    const [own, shared] = [await ask('/'), await ask(`/market/${market.marketId}`)];
    const policyOf = ({ headers }: typeof own) =>
      String(headers['content-security-policy']).replace(/'nonce-[^']+'/, 'nonce');
    expect(policyOf(shared)).toBe(policyOf(own));
    const [hash = ''] = hashInlineScripts(shared.body);
    expect(policyOf(shared)).toContain(hash);
    const nonce = /'nonce-([^']+)'/.exec(String(shared.headers['content-security-policy']))?.[1];
    expect(shared.body).toContain(`content="${nonce}"`);
    expect(shared.body).not.toContain('__CSP_NONCE__');
  });

  test.each([
    ['facebookexternalhit/1.1', '*/*'],
    ['Slackbot-LinkExpanding 1.0', 'text/html, */*'],
    ['curl/8.0', undefined],
  ])('is sent to %s', async (agent, accept) => {
    const headers = { 'user-agent': agent, ...(accept !== undefined && { accept }) };
    expect((await ask(`/market/${market.marketId}`, { headers })).body).toContain('og:image');
  });

  test.each([
    ['that does not exist', '/market/m_nosuchmarket'],
    ['with an odd id', '/market/%3Cscript%3E'],
    ['with a long id', `/market/${'a'.repeat(300)}`],
    ['without an id', '/market'],
    ['of another screen', '/profile'],
  ])('%s is the usual page', async (_, url) => {
    const answer = await ask(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Markets · Tallystone</title>');
    expect(answer.body).not.toContain('og:');
  });

  test.each([
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "$& $' $` __CSP_NONCE__ $1",
    '&quot;&lt;script&gt;',
  ])('of a market named %s has no more tags than any other', async (title) => {
    const hostile = await aMarket(database.db, {
      title,
      description: title,
      outcomes: [
        { name: title, probability: 1 },
        { name: `No ${title}`, probability: 1 },
      ],
    });
    const page = await pageOf(`/market/${hostile.marketId}`);
    const tags = (html: string) => [...html.matchAll(/<\/?[a-z!][^>]*>/gi)].length;
    expect(tags(page)).toBe(tags(await pageOf(`/market/${market.marketId}`)));
    expect(hashInlineScripts(page)).toEqual(hashInlineScripts(PAGE));
    expect((await ask(`/api/markets/${hostile.marketId}/picture`)).statusCode).toBe(200);
  });
});

describe('the picture of a bet over HTTP', () => {
  test('is only for its bettor, and is not kept by caches', async () => {
    const wallet = anEvmWallet();
    const [{ headers }, other] = [await signInWith(app, wallet), await signInWith(app, anEvmWallet())];
    const { id } = (await betOverHttp(app, { wallet, headers, market, amount: 10 })).json<{ id: string }>();
    const pictureOf = (asked: string, as: Record<string, string>) =>
      ask(`/api/bets/${asked}/picture`, { headers: as });
    const own = await pictureOf(id, headers);
    expect([own.statusCode, own.headers['content-type'], own.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-store',
    ]);
    const withAmounts = await ask(`/api/bets/${id}/picture?amounts=shown`, { headers });
    expect(withAmounts.rawPayload.equals(own.rawPayload)).toBe(false);
    expect((await pictureOf(id, other.headers)).statusCode).toBe(404);
    expect((await pictureOf('b_none', headers)).statusCode).toBe(404);
    expect((await pictureOf(id, {})).statusCode).toBe(401);
    expect((await ask(`/api/bets/${id}/picture?lang=xx`, { headers })).statusCode).toBe(400);
  });
});

describe('the picture of a market over HTTP', () => {
  test('is a PNG that other sites may show and keep for a minute', async () => {
    const answer = await ask(`/api/markets/${market.marketId}/picture?v=1`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(answer.rawPayload.length).toBe(Number(answer.headers['content-length']));
  });

  test('changes after a bet, once the old one has expired', async () => {
    let now = new Date();
    const later = await aTestApp(database, { now: () => now });
    const pictured = await aMarket(database.db);
    const pictureOf = async () =>
      (await later.http.inject(`/api/markets/${pictured.marketId}/picture`)).rawPayload;
    const before = await pictureOf();
    const bettor = await aBettor(database.db);
    await betOn(aBettingProcess(database.db), { bettor, market: pictured, amount: 500 });
    expect(before.equals(await pictureOf())).toBe(true);
    now = new Date(now.getTime() + 10_000);
    expect(before.equals(await pictureOf())).toBe(false);
    await later.close();
  });

  test("fails alone if the market cannot be read, and the market's page has the app's head", async () => {
    await database.db.execute(sql`alter table outcomes rename to outcomes_away`);
    try {
      const fresh = await aMarketPage('m_another');
      expect(fresh.statusCode).toBe(200);
      expect(fresh.body).toContain('<title>Markets · Tallystone</title>');
      expect((await ask('/')).statusCode).toBe(200);
      expect((await ask('/api/markets/m_another/picture')).statusCode).toBe(500);
    } finally {
      await database.db.execute(sql`alter table outcomes_away rename to outcomes`);
    }
  });
});

const aMarketPage = (id: string) => ask(`/market/${id}`);
