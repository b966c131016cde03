import type { WireAdminMarket, WireCsvImportResult } from '@tallystone/core/http-api/admin-markets';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { hostileTexts } from '@tallystone/testkit/rules/hostile-texts.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { type Bettor, listMarkets, readJson } from '../bettor.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { FeedProxy, type Spoil } from '../feed-proxy.ts';
import { placeQuotedBet } from '../house-market.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * 500 script, style, bidi and formula texts as titles, outcomes, tags and notes, through the form and a CSV,
 * and as titles, leagues, countries and players, through the feed: what is stored and shown is clean, and
 * no export contains a formula.
 */

const SEED = 20261121;
const BETS_OF_EACH = 20;
/** Columns of the narrowest export. */
const LEAST_COLUMNS = 7;
/** What no stored text may contain; written here independently of the code that cleans. */
const UNSEEN: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xf8ff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe0fff],
];
const isUnclean = (text: string) =>
  /^\s|\s$|\s\s|\p{M}{3}/u.test(text) ||
  text.normalize('NFC') !== text ||
  [...text].some((letter) => UNSEEN.some(([from, to]) => isBetween(letter.codePointAt(0) ?? 0, from, to)));
const isBetween = (code: number, from: number, to: number) => code >= from && code <= to;
/** What a spreadsheet takes for a formula at the start of a cell. */
const FORMULA = /^[\s\p{C}"]*(?:[=+@＝＋＠－]|-(?!\d+(?:\.\d+)?$))|^[\t\r\0]/u;

await prove('hostile-text', async (proof) => {
  const count = proof.sample ? 100 : 500;
  const texts = hostileTexts(count);
  const wallet = evmWallet(seededRandom(SEED).bytes(32));
  const random = seededRandom(SEED + 1);
  const database = await startDatabase();
  // Its timed events come long after this has ended.
  const standIn = await StandInProcess.start();
  const proxy = await FeedProxy.start(standIn.apiUrl);
  proxy.spoil = withTexts(texts);
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address, AZURO_API_URL: proxy.apiUrl, AZURO_WS_URL: standIn.wsUrl },
  });
  const reader = await readPostgres(database.url);
  try {
    const connection = new HttpConnection(server.port);
    const admin = await Admin.signIn(server, wallet);
    const { token } = admin;
    const send = (method: string, path: string, json?: unknown) =>
      connection.send(httpRequest({ method, path, token, ...(json !== undefined && { json }) }));
    readJson(await send('PUT', '/api/admin/settings', { liquidityBudget: 1_000 }));

    const answers = new Map<number, number>();
    for (const [i, text] of texts.entries()) {
      const outcome = text.slice(0, 90);
      const form = {
        type: 'crypto',
        category: 'all',
        subcategory: text.slice(0, 30),
        title: `${text} F`,
        description: text,
        outcomes: [`${outcome} a`, `${outcome} b`],
        tags: [text.slice(0, 30), `t${i}`],
      };
      const { status } = await send('POST', '/api/admin/create-market', form);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    const counts = [...answers].map(([status, n]) => `${n} answered ${status}`).join(', ');
    proof.row({
      what: `${count} hostile texts through the form`,
      bar: 'opened or refused with 4xx, most opened',
      measured: counts,
      ok:
        [...answers.keys()].every((status) => status === 200 || (status >= 400 && status < 500)) &&
        (answers.get(200) ?? 0) > count * 0.8,
    });

    // Texts that make the CSV invalid are refused as a whole, which csv-import proves.
    const csv = ['type,category,title,outcomes,tags', ...texts.map(csvRow)].join('\r\n');
    const imported = readJson<WireCsvImportResult>(await send('POST', '/api/admin/import-csv', { csv }));
    proof.row({
      what: `${count} hostile texts through a CSV`,
      bar: 'most of them opened, the others rejected with a reason',
      measured: imported.message,
      ok: imported.imported > count * 0.8 && imported.rejected.every(({ reason }) => reason !== ''),
    });

    const { gameIds } = await standIn.control<{ gameIds: string[] }>('games', { count });
    for (let from = 0; from < gameIds.length; from += 100)
      await admin.importGames(gameIds.slice(from, from + 100));
    await admin.call('POST', '/api/admin/sync-azuro');
    const quoted = gameIds.map((id) => `'${id}'`).join();
    const [fromFeed] = await reader.rows(
      `select count(distinct game_id)::text as n from markets where source = 'azuro' and game_id in (${quoted})`,
    );
    proof.row({
      what: `${count} games with hostile titles, leagues, countries and participants through the feed`,
      bar: 'most of them imported',
      measured: `${fromFeed?.n} imported`,
      ok: Number(fromFeed?.n) > count * 0.8,
    });
    const { games } = await admin.azuroData();
    const shown = games.flatMap(({ title, league, country, conditions }) => [
      ...[title, league.name, country.name].filter((text) => text !== ''),
      ...conditions.flatMap(({ outcomes = [] }) => outcomes.map(({ name }) => name)),
    ]);
    const uncleanShown = shown.filter(isUnclean);
    proof.row({
      what: `${shown.length} titles, leagues, countries and outcomes of ${games.length} games as the admin sees them`,
      bar: 'none with controls, unseen marks, direction marks or stacked marks',
      measured: summaryOf(uncleanShown),
      ok: games.length > count * 0.8 && uncleanShown.length === 0,
    });

    const stored = await storedTexts(reader);
    const unclean = stored.filter(isUnclean);
    proof.row({
      what: `${stored.length} stored titles, descriptions, outcomes, tags, leagues and countries`,
      bar: 'none with controls, unseen marks, direction marks or stacked marks',
      measured: summaryOf(unclean),
      ok: stored.length > count * 10 && unclean.length === 0,
    });

    const bets = await placeBets(connection, await signInBettor(connection, random));
    const listed = readJson<WireAdminMarket[]>(await send('GET', '/api/admin/markets'));
    // Each export has at least this many rows. A market of the feed is funded with its first bet.
    const sets = { markets: listed.length, bets, ledger: count + bets, audit: count };
    for (const [set, rows] of Object.entries(sets)) {
      const answer = await send('GET', `/api/admin/export?set=${set}`);
      const cells = parseCells(answer.body.toString());
      const formulas = cells.filter((cell) => FORMULA.test(cell));
      proof.row({
        what: `cells of the export of ${set}`,
        bar: 'no formula',
        measured: `${formulas.length} of ${cells.length}${formulas.length > 0 ? `: ${JSON.stringify(formulas[0])}` : ''}`,
        ok: answer.status === 200 && formulas.length === 0 && cells.length > LEAST_COLUMNS * rows,
      });
    }
    connection.close();
  } finally {
    await reader.close();
    await server.remove();
    proxy.close();
    await standIn.kill();
    await database.stop();
  }
});

function summaryOf(unclean: readonly string[]): string {
  return `${unclean.length} unclean${unclean.length > 0 ? `: ${JSON.stringify(unclean[0])}` : ''}`;
}

/** Games of the feed get these texts instead of their own, each always the same. */
function withTexts(texts: readonly string[]): Spoil {
  const given = new Map<string, string>();
  const textOf = (gameId: string): string => {
    const text = given.get(gameId) ?? texts[given.size % texts.length] ?? '';
    given.set(gameId, text);
    return text;
  };
  return ({ json }) => {
    // The stand-in's own shape, see api/src/azuro/stand-in/answer-request.ts.
    const { games = [] } = json as { games?: FeedGame[] };
    for (const game of games) {
      const text = textOf(game.gameId);
      game.title = `${text.slice(0, 190)} - T`;
      game.league.name = text.slice(0, 100);
      game.country.name = `${text.slice(0, 90)} C`;
      for (const [i, side] of game.participants.entries()) side.name = `${text.slice(0, 90)} ${i}`;
    }
    return JSON.stringify(json);
  };
}

interface FeedGame {
  gameId: string;
  title: string;
  league: { name: string };
  country: { name: string };
  participants: { name: string }[];
}

/** Bets on some of the markets of each kind. Returns how many. */
async function placeBets(connection: HttpConnection, bettor: Bettor): Promise<number> {
  const markets = await listMarkets(connection);
  const chosen = ['custom', 'azuro'].flatMap((source) =>
    markets.filter((market) => market.source === source && market.state === 'open').slice(-BETS_OF_EACH),
  );
  for (const { id: marketId, outcomes } of chosen) {
    await placeQuotedBet(connection, { bettor, marketId, outcomeId: outcomes[0]?.id ?? '', amount: 1 });
  }
  if (chosen.length < 2 * BETS_OF_EACH) throw new Error('there are too few markets to bet on');
  return chosen.length;
}

/** Without the control characters that no CSV may contain, and without the separator of values in a cell. */
function csvRow(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const plain = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').replaceAll('|', '/');
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const outcome = plain.slice(0, 90);
  return [
    'crypto',
    'all',
    cell(`${plain} C`),
    cell(`${outcome} a|${outcome} b`),
    cell(plain.slice(0, 30)),
  ].join(',');
}

async function storedTexts(reader: Reader): Promise<string[]> {
  const rows = await reader.rows(`
    select title as text from markets where source <> 'practice'
    union all select description from markets where source <> 'practice' and description <> ''
    union all select t.tag from markets m, jsonb_array_elements_text(m.tags) as t(tag) where m.source <> 'practice'
    union all select o.name from outcomes o join markets m on m.id = o.market_id where m.source <> 'practice'
    union all select unnest(array[title, nullif(league, ''), nullif(country, ''), sport]) from games`);
  return rows.flatMap(({ text }) => text ?? []);
}

/** The cells of an RFC 4180 CSV as a spreadsheet reads them, with a separate parser. */
function parseCells(text: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, bare = ''] of text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g))
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
  return cells;
}
