import type { WireAdminMarket, WireCsvImportResult } from '@tallystone/core/http-api';
import { hostileTexts } from '@tallystone/core/testing/hostile-texts';
import { readJson } from '../bettor.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { evmWallet } from '../evm-wallet.ts';
import { HttpConnection } from '../http-connection.ts';
import { httpRequest } from '../http-request.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ServerProcess } from '../server-process.ts';
import { signInAdmin } from '../sign-in-admin.ts';

/**
 * 500 script, style, bidi and formula texts as titles, outcomes, tags and notes, through the form and through a CSV:
 * what is stored is clean, and nothing leaves an export as a formula.
 */

const SEED = 20261121;
/** What no stored text may hold; written anew here, not taken from the code that cleans. */
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
  const database = await startDatabase();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address },
  });
  const reader = await readPostgres(database.url);
  try {
    const connection = new HttpConnection(server.port);
    const token = await signInAdmin(connection, wallet);
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
    const told = [...answers].map(([status, n]) => `${n} answered ${status}`).join(', ');
    proof.row({
      what: `${count} hostile texts through the form`,
      bar: 'opened or refused with 4xx, most of them opened',
      measured: told,
      ok:
        [...answers.keys()].every((status) => status === 200 || (status >= 400 && status < 500)) &&
        (answers.get(200) ?? 0) > count * 0.8,
    });

    // What would be no CSV at all is refused as a whole, as csv-import proves.
    const csv = ['type,category,title,outcomes,tags', ...texts.map(csvRow)].join('\r\n');
    const imported = readJson<WireCsvImportResult>(await send('POST', '/api/admin/import-csv', { csv }));
    proof.row({
      what: `${count} hostile texts through a CSV`,
      bar: 'most of them opened, the others rejected with a reason',
      measured: imported.message,
      ok: imported.imported > count * 0.8 && imported.rejected.every(({ reason }) => reason !== ''),
    });

    const stored = await storedTexts(reader);
    const unclean = stored.filter(isUnclean);
    proof.row({
      what: `${stored.length} stored titles, descriptions, outcomes and tags`,
      bar: 'none with controls, unseen marks, direction marks or stacked marks',
      measured: `${unclean.length} unclean${unclean.length > 0 ? `: ${JSON.stringify(unclean[0])}` : ''}`,
      ok: stored.length > count * 4 && unclean.length === 0,
    });

    const listed = readJson<WireAdminMarket[]>(await send('GET', '/api/admin/markets'));
    const sets = ['markets', 'audit'] as const;
    for (const set of sets) {
      const answer = await send('GET', `/api/admin/export?set=${set}`);
      const cells = parseCells(answer.body.toString());
      const formulas = cells.filter((cell) => FORMULA.test(cell));
      proof.row({
        what: `cells of the export of ${set}`,
        bar: 'no formula',
        measured: `${formulas.length} of ${cells.length}${formulas.length > 0 ? `: ${JSON.stringify(formulas[0])}` : ''}`,
        ok: answer.status === 200 && formulas.length === 0 && cells.length > listed.length,
      });
    }
    connection.close();
  } finally {
    await reader.close();
    await server.remove();
    await database.stop();
  }
});

/** Without the controls that no CSV may hold, and without what separates values in a cell. */
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
    select title as text from markets where source = 'custom'
    union all select description from markets where source = 'custom' and description <> ''
    union all select t.tag from markets m, jsonb_array_elements_text(m.tags) as t(tag) where m.source = 'custom'
    union all select o.name from outcomes o join markets m on m.id = o.market_id where m.source = 'custom'`);
  return rows.map(({ text }) => text ?? '');
}

/** The cells of a CSV of RFC 4180 as a spreadsheet reads them, read by hand. */
function parseCells(text: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, bare = ''] of text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g))
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
  return cells;
}
