import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { WireCsvImportResult } from '@tallystone/core/http-api/admin-markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { askBareServer, BARE_ANSWERS } from '../ask-bare-server.ts';
import { readJson } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { signInWallet } from '../sign-in-wallet.ts';

/**
 * A CSV of 5,000 rows of which 100 are bad, half of them because of their quotation marks, opens 4,900 markets and names the
 * 100. Endless lines and bombs of NULs are refused at once, and the server's memory doesn't grow.
 */

const SEED = 20261121;
const GIGABYTE = 1024 ** 3;
/** It took 5 to 10 times as long; reading the text again for each line takes hundreds. */
const BAR_OF_BARE = 40;

await prove('csv-import', async (proof) => {
  const rows = proof.sample ? 500 : 5_000;
  const bad = rows / 50;
  const wallet = evmWallet(seededRandom(SEED).bytes(32));
  const database = await startDatabase();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address },
  });
  let watch: NodeJS.Timeout | undefined;
  try {
    const connection = new HttpConnection(server.port);
    const token = await signInWallet(connection, wallet);
    const send = (method: string, path: string, json: unknown) =>
      connection.send(httpRequest({ method, path, token, json }));
    readJson(await send('PUT', '/api/admin/settings', { liquidityBudget: 1_000 }));

    const lines = Array.from({ length: rows }, (_, i) => (i % 50 === 0 ? badLine(i) : goodLine(i)));
    const csv = `type,category,title,outcomes,eventDate,tags\r\n${lines.join('\r\n')}\r\n`;
    const startedAt = performance.now();
    const answer = readJson<WireCsvImportResult>(await send('POST', '/api/admin/import-csv', { csv }));
    const seconds = (performance.now() - startedAt) / 1_000;
    const named = new Set(answer.rejected.filter(({ reason }) => reason !== '').map(({ row }) => row));
    const expected = new Set(lines.flatMap((_, i) => (i % 50 === 0 ? [i + 2] : [])));
    proof.row({
      what: `a CSV of ${rows} rows, ${bad} of them bad, many because of unmatched quotation marks`,
      bar: `${rows - bad} imported, ${bad} rejected with row and reason`,
      measured: `${answer.imported} in, ${named.size} rejected, in ${seconds.toFixed(2)} s`,
      ok:
        answer.imported === rows - bad && named.size === bad && [...named].every((row) => expected.has(row)),
    });
    const reader = await readPostgres(database.url);
    const [count] = await reader.rows(
      `select count(*)::text as n from markets where title like 'Question %'`,
    );
    const broken = await checkBooks(reader);
    await reader.close();
    proof.row({
      what: 'markets in the database, and the books by independent SQL',
      bar: `${rows - bad}, all hold`,
      measured: `${count?.n}, ${broken.length === 0 ? 'all hold' : broken.join('; ')}`,
      ok: count?.n === String(rows - bad) && broken.length === 0,
    });

    const before = memoryOf(server.pid);
    let most = before;
    watch = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid));
    }, 20);
    const stopBare = await askBareServer(proof);
    let slowestMs = 0;
    for (const isChunked of [false, true]) {
      const { status, ms, sentMb } = await sendWithoutEnd(server.port, token, isChunked);
      slowestMs = Math.max(slowestMs, ms);
      proof.row({
        what: `a line of 1 GB, ${isChunked ? 'chunked' : 'with its length'}`,
        bar: 'refused',
        measured: `${status} after ${sentMb.toFixed(1)} MB`,
        ok: status === 413,
      });
    }
    for (const [name, text] of bombs()) {
      const sentAt = performance.now();
      const { status, body } = await send('POST', '/api/admin/import-csv', { csv: text });
      slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      const isRefused = status === 400 || status === 413 || body.toString().startsWith('{"imported":0,');
      proof.row({
        what: name,
        bar: 'refused, or all its rows rejected',
        measured: String(status),
        ok: isRefused,
      });
    }
    proof.timing(
      ratioRow({
        what: 'the slowest of these refusals',
        ms: slowestMs,
        against: BARE_ANSWERS,
        baseMs: await stopBare(),
        most: BAR_OF_BARE,
      }),
    );
    proof.row({
      what: 'memory of the server during the import',
      bar: 'grows by less than 150 MB',
      measured: `${before} MB, at the most ${most} MB`,
      ok: most - before < 150,
    });
    connection.close();
  } finally {
    clearInterval(watch);
    await server.remove();
    await database.stop();
  }
});

function goodLine(i: number): string {
  return `sports,soccer,"Question ${i}, who wins?",Home|Draw|Away,,league|cup`;
}

/** One thing is wrong with each, in turn. */
function badLine(i: number): string {
  const lines = [
    `sports,soccer,x,A|B,,`,
    `sports,bitcoin,Wrong ${i},A|B,,`,
    `weather,rain,Wrong ${i},A|B,,`,
    `sports,soccer,Wrong ${i},A,,`,
    `sports,soccer,Wrong ${i},A|a,,`,
    `sports,soccer,Wrong ${i},A|B,2020-01-01T00:00Z,`,
    `sports,soccer,Wrong ${i},A|B,tomorrow,`,
    `sports,soccer,Wrong ${i},A|B,,,too,many`,
    `sports,soccer,Wrong ${i},A|B,,1|2|3|4|5|6|7|8|9|10|11`,
    // The quotation marks of these must cost no row except their own.
    `sports,soccer,"Wrong" ${i},A|B,,`,
    `sports,soccer,"Wrong ${i},A|B,,`,
    `sports,soccer,Wrong "${i}",A|B,,`,
    `sports,soccer,Wrong ${i},A|B,,"`,
    `"sports,soccer,Wrong ${i},A|B,,`,
    `sports,soccer,"Wrong ""${i},A|B,,`,
    `sports,soccer,Wrong ${i},"A|B""",,x"`,
  ];
  return lines[(i / 50) % lines.length] ?? '';
}

function bombs(): [string, string][] {
  const header = 'type,category,title,outcomes\n';
  return [
    ['a bomb of NULs, 600 kB', '\0'.repeat(600_000)],
    ['a line of 3 MB', 'x'.repeat(3_000_000)],
    ['a line of 1.9 MB', `${header}${'x'.repeat(1_900_000)}`],
    ['900,000 empty lines', `${header}${'\n'.repeat(900_000)}x`],
    ['30,000 columns', `${'c,'.repeat(30_000)}\n`],
    ['a quote that never closes over 1.9 MB', `${header}"${`${'x'.repeat(100)}\n`.repeat(19_000)}`],
    [
      '5,000 quotes that never close over 2 MB',
      `${header}${`crypto,all,"${'x'.repeat(380)}\n`.repeat(5_000)}`,
    ],
    ['950,000 quotes', `${header}${'"",'.repeat(20_000)}\n`.repeat(30)],
    ['zip bytes', `PK\u0003\u0004${'\u0000\u00ff'.repeat(100_000)}`],
  ];
}

/** Sends a CSV that continues until the server refuses it, or a gigabyte is sent. */
function sendWithoutEnd(
  port: number,
  token: string,
  isChunked: boolean,
): Promise<{ status: number; ms: number; sentMb: number }> {
  const size = isChunked ? 'transfer-encoding: chunked' : `content-length: ${GIGABYTE}`;
  const head = `POST /api/admin/import-csv HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${size}\r\n\r\n`;
  const piece = Buffer.alloc(65_536, 'x');
  const chunk = isChunked ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const socket = connect({ port, host: '127.0.0.1' });
    let sent = 0;
    let isOver = false;
    const pump = () => {
      while (!isOver && sent < GIGABYTE) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on('drain', pump);
    socket.once('data', (data) => {
      isOver = true;
      const status = Number(data.toString('latin1').split(' ')[1]);
      resolve({ status, ms: performance.now() - startedAt, sentMb: sent / 1e6 });
      socket.destroy();
    });
    socket.on('error', (error) => {
      if (!isOver) reject(error);
    });
    socket.write(head);
    pump();
  });
}

/** Resident memory in MB, if the system reports it. */
function memoryOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    // Only Linux has this file.
    return 0;
  }
}
