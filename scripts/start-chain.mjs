import './check-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { supervise } from './supervise.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Seconds: long enough to see a result wait and object to it, short enough to see it paid. */
const OBJECTION_WINDOW = 60;
const LOOK_EVERY_MS = 200;
/** What the server prints once it serves. */
const SERVES_AT = /The API is shown at (http\S+)\/docs/;

/**
 * Runs the product in live mode on a new chain on this machine. Everything it starts ends with it, and each start
 * uses a new chain, new books and new keys: docs/decisions/0041 says why.
 */
async function main() {
  const undo = [];
  const cleanUp = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  // Until the server runs, a signal aborts the start; afterwards the server handles it.
  const leave = () => void cleanUp().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, leave);
  try {
    const { openPracticeChain } = await import('./open-practice-chain.mjs');
    const { openPracticeBooks } = await import('./open-practice-books.mjs');
    const folder = mkdtempSync(join(tmpdir(), 'tallystone-chain-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    console.log('Opening the books in PostgreSQL ...');
    const books = await openPracticeBooks();
    undo.push(books.close);
    console.log('Starting a chain, with USDC and the escrow contract on it ...');
    const chain = await openPracticeChain({
      folder: join(folder, 'keys'),
      objectionWindow: OBJECTION_WINDOW,
    });
    undo.push(chain.stop);

    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
    const env = {
      ...settingsOf(chain),
      // Wallets sign for the server's address, known once it listens.
      PUBLIC_ORIGIN: undefined,
      DATABASE_URL: books.url,
      DATA_DIR: join(folder, 'data'),
    };
    let output = '';
    let ended;
    const listens = new Promise((resolve) => {
      const onOutput = (text) => {
        output += text;
        const url = SERVES_AT.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      };
      const args = ['--enable-source-maps', 'api/dist/main.mjs'];
      ended = supervise([{ args, cwd: root, env, onOutput }]);
    });
    const gone = new AbortController();
    void ended.then(() => gone.abort());
    const url = await Promise.race([listens, ended]);
    if (url !== undefined) await furnish({ chain, url, gone: gone.signal });
    await ended;
  } finally {
    await cleanUp();
  }
}

/** Opens markets once the server takes bets, and prints a welcome. Returns early if the server ended. */
async function furnish({ chain, url, gone }) {
  const { openPracticeMarkets } = await import('./open-practice-markets.mjs');
  while (!gone.aborted && !(await isReady(url)))
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  if (gone.aborted) return;
  const admin = chain.wallets.find(({ role }) => role === 'admin');
  try {
    const titles = await openPracticeMarkets({ url, adminKey: admin.key });
    console.log(welcome({ chain, url, titles }));
  } catch (error) {
    if (!gone.aborted) console.error(`The practice markets could not be opened: ${error.message}`);
  }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/api/health/betting`)).ok;
  } catch {
    // It isn't listening yet.
    return false;
  }
}

/** Admins and guardians from the environment keep their roles. */
function settingsOf({ settings }) {
  const both = (name) => [process.env[name], settings[name]].filter(Boolean).join();
  return { ...settings, ADMIN_WALLETS: both('ADMIN_WALLETS'), GUARDIAN_WALLETS: both('GUARDIAN_WALLETS') };
}

function welcome({ chain, url, titles }) {
  const holdings = { bettor: '1,000.00 USDC', admin: 'an admin', guardian: 'may object to results' };
  const pages = { bettor: '/', admin: '/admin', guardian: '/guardian' };
  const wallets = chain.wallets.flatMap(({ name, role, address, key }) => [
    `    ${name.padEnd(18)}  ${address}  ${holdings[role]}`,
    `      ${url}${pages[role]}#practice=${key.slice(2)}`,
  ]);
  return [
    '',
    `A practice chain runs at ${chain.rpcUrl}, with chain id ${chain.chainId}. Nothing on it is worth anything.`,
    `  USDC    ${chain.usdc}`,
    `  escrow  ${chain.escrow}`,
    '',
    `  The product is at ${url}. Each link opens it with one of these wallets, whose key it carries:`,
    ...wallets,
    '  There click "Try demo mode", or "Connect" when asked. A browser connects one wallet at a time;',
    '  a private window can connect another one.',
    `  The keys are in ${join(chain.settings.CHAIN_KEYS_DIR, 'practice-wallets.json')} too, which only you can read.`,
    '',
    `  ${titles.length} markets are open; "${titles[0]}" closes in five minutes.`,
    `  At ${url}/admin one admin proposes its result and the other approves it. After ${OBJECTION_WINDOW} seconds, in which`,
    `  the guardian may object at ${url}/guardian, the contract pays.`,
    '  Press Ctrl-C to stop. Everything is new at the next start.',
    '',
  ].join('\n');
}

try {
  installIfNeeded(root);
  await buildIfStale(root);
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
