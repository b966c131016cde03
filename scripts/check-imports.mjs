import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listImports } from './list-imports.mjs';

/** The folders that each core folder may import. Files directly in src may be imported by all. */
const CORE = {
  'http-api': [],
  'http-api.ts': [],
  sentences: ['money'],
  'ids.ts': [],
  'utc-minute.ts': [],
  money: [],
  csv: [],
  odds: ['money'],
  ledger: ['money'],
  identity: ['money'],
  settings: ['in-play', 'odds', 'money'],
  markets: ['odds', 'money', 'csv'],
  betting: ['markets', 'odds', 'money', 'ledger', 'identity', 'escrow'],
  'in-play': ['markets'],
  combos: ['betting', 'markets', 'odds', 'money'],
  settlement: ['betting', 'markets', 'odds', 'money', 'ledger', 'identity'],
  escrow: ['money'],
};
const CORE_FOR_ALL = ['http-api', 'http-api.ts', 'ids.ts', 'utc-minute.ts', 'sentences'];

/** In api and web a folder may import the folders before it. */
const API = [
  // Spans of traces; nothing without a collector.
  'tracing',
  'db',
  // Repeated work that processes take turns at and that is skipped when it fails.
  'rounds',
  // What parts count while they work.
  'meters',
  'http',
  // Who changed what, and what admins set; every part that changes or reads these needs them.
  'audit',
  'settings',
  'realtime',
  'ledger',
  'identity',
  'markets',
  // Link previews of markets on other sites.
  'sharing',
  // The external feed of games: reading, translating to markets, following.
  'azuro',
  // The demo's parts: the faucet's grants and the practice markets.
  'practice',
  'betting',
  // Several selections in one bet, which settlement pays.
  'combos',
  'settlement',
  'chain',
  'admin',
  // Figures of all parts, for monitoring.
  'metrics',
  // What is over, in tables of its own.
  'history',
  // The configuration of the app. Earlier parts get only the values they need.
  'config-error.ts',
  'read-setting-files.ts',
  'config.ts',
  'app.ts',
  // The programs: only they read the configuration and open connections.
  'main',
];
const WEB = [
  'styles',
  // How parts of the page notify each other of changes.
  'signals',
  // All texts of the app.
  'texts',
  'ui',
  'format',
  'data',
  // Keeps the cache up to date with the server and reports its state.
  'stream',
  'wallet',
  // The app without a connection, and what browsers cache of it; its worker is separate.
  'offline',
  // Age and legal terms: used everywhere, independent of betting.
  'compliance',
  'identity',
  // Search, order and watchlist of the list.
  'finding',
  'markets',
  'betting',
  // The selections that a bettor collects, and what is placed from them.
  'slip',
  // Recent notices to the user.
  'notices',
  // The page of one market.
  'market-page',
  // The page of one game with all of its markets.
  'game-page',
  // What the house has and owes, public.
  'transparency',
  'admin',
  // Reuses the dashboard's views of results.
  'guardian',
  'screens',
  // The frame around the screens.
  'app',
  'main.tsx',
];

/** The product's workspaces; the others test them. */
const PRODUCT = ['core', 'api', 'web', 'client'];

const SENTENCES = {
  direction: {
    core: 'in core: money <- odds <- settings, markets <- betting <- settlement; ledger, identity and escrow use money; betting uses all three; every part may use sentences, which use money',
    api: `in api: ${API.join(' <- ')}. Arrows only point left and never in a circle`,
    web: `in web: ${WEB.join(' <- ')}. Arrows only point left and never in a circle`,
  },
  workspace:
    'core <- api, core <- web, core <- client; api, web and client never import each other; only tests, e2e and bench import the testkit, which may import all four; e2e and bench may import core; nothing imports them',
  scripts:
    'scripts are for people: only tests, the testkit, e2e and bench borrow from them, to find their database and their browser',
  pure: 'core is pure: no I/O, no clock, no framework; it runs in Node and in the browser',
  browser: 'web and client run in the browser, where Node modules do not exist',
  store: "another folder's verb may be called; its *-store.ts stays its own",
  zod: 'schemas are written with zod/mini: it is a fifth of the weight in the browser',
  undeclared:
    "what is imported is declared in the workspace's package.json: under dependencies, or for tests under devDependencies",
  extension: 'relative imports name the file with its extension',
  index: 'import the file itself; index files that re-export whole folders hide the flow',
  unknown:
    'a folder is named after a domain word or an outside system; name a new one in scripts/check-imports.mjs',
};

/**
 * Finds imports that break the rules, in file order.
 *
 * @param {string} root folder of the repository
 * @returns {{ file: string, line: number, specifier: string, because: string }[]}
 */
export function checkImports(root) {
  const offences = [];
  for (const workspace of ['core', 'api', 'web', 'client', 'testkit', 'e2e', 'bench']) {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    // The client's package contains what it imports, so its users need none of it.
    const declared = Object.keys(
      (workspace === 'client' ? manifest.devDependencies : manifest.dependencies) ?? {},
    );
    const forTests = [
      ...declared,
      ...Object.keys({ ...manifest.devDependencies, ...rootManifest.devDependencies }),
    ];
    const folder = ['e2e', 'bench'].includes(workspace) ? workspace : `${workspace}/src`;
    for (const found of listImports(root, folder)) {
      const because = judge(workspace, found, { declared, forTests });
      if (because) offences.push({ ...found, because });
    }
  }
  return offences;
}

/** The broken rule, if there is one. */
function judge(workspace, { file, specifier }, packages) {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
    if (posix.extname(target) === '') return SENTENCES.extension;
    return judgeOwn(workspace, file, target);
  }
  if (specifier.startsWith('@tallystone/core/')) {
    return judgeOwn(workspace, file, `core/src/${specifier.slice('@tallystone/core/'.length)}.ts`);
  }
  const within = /^@tallystone\/([a-z]+)\/(.*)$/.exec(specifier);
  if (within !== null) return judgeOwn(workspace, file, `${within[1]}/src/${within[2]}`);
  return judgePackage(workspace, file, specifier, packages);
}

function judgeOwn(workspace, file, target) {
  const owner = target.split('/')[0];
  if (owner === 'scripts') {
    return isForTests(file) ? undefined : SENTENCES.scripts;
  }
  if (/^index\.tsx?$/.test(basename(target))) return SENTENCES.index;
  if (owner !== workspace) {
    const mayImport =
      owner === 'testkit'
        ? isForTests(file)
        : workspace === 'testkit'
          ? PRODUCT.includes(owner)
          : owner === 'core';
    return mayImport ? undefined : SENTENCES.workspace;
  }
  // In api a store contains its folder's SQL; in web it is deliberately shared state.
  if (
    workspace === 'api' &&
    target.endsWith('-store.ts') &&
    !isForTests(file) &&
    dirname(target) !== dirname(file)
  )
    return SENTENCES.store;
  return judgeDirection(workspace, file, target);
}

/** Tests may import anything in their workspace. */
function judgeDirection(workspace, file, target) {
  if (!(workspace in SENTENCES.direction) || isForTests(file)) return undefined;
  if (isForTests(target)) return SENTENCES.direction[workspace];
  const [from, to] = [placeOf(workspace, file), placeOf(workspace, target)];
  if (from === to) return undefined;
  if (workspace === 'core') {
    if (!(from in CORE) || !(to in CORE)) return SENTENCES.unknown;
    return CORE_FOR_ALL.includes(to) || CORE[from].includes(to) ? undefined : SENTENCES.direction.core;
  }
  const order = workspace === 'api' ? API : WEB;
  const [rankFrom, rankTo] = [order.indexOf(from), order.indexOf(to)];
  if (rankFrom < 0 || rankTo < 0) return SENTENCES.unknown;
  return rankTo < rankFrom ? undefined : SENTENCES.direction[workspace];
}

/** The folder below src, or the part that a file directly in src belongs to. */
function placeOf(workspace, path) {
  const [, , first, ...rest] = path.split('/');
  if (rest.length > 0 || workspace === 'core') return first;
  if (workspace === 'api') return API.includes(first) ? first : 'main';
  return first === 'main.tsx' ? first : 'app';
}

/** Tests, and the workspaces for testing. */
function isForTests(path) {
  return /\.test\.tsx?$/.test(path) || /^(?:testkit|e2e|bench)\//.test(path);
}

function judgePackage(workspace, file, specifier, { declared, forTests }) {
  if (specifier === 'zod' || specifier === 'zod/v4') return SENTENCES.zod;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    if (workspace === 'core' && !isForTests(file)) return SENTENCES.pure;
    return ['web', 'client'].includes(workspace) && !isForTests(file) ? SENTENCES.browser : undefined;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const mayUse = isForTests(file) ? forTests : declared;
  if (mayUse.includes(name)) return undefined;
  // Core's few dependencies only compute; any other import would break its purity.
  return workspace === 'core' ? SENTENCES.pure : SENTENCES.undeclared;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const [first, ...more] = checkImports(fileURLToPath(new URL('..', import.meta.url)));
    if (first !== undefined) {
      const others = more.length > 0 ? `\n(and ${more.length} more)` : '';
      throw new Error(`${first.file}:${first.line} imports '${first.specifier}'\n${first.because}.${others}`);
    }
    console.log('Every import goes the right way.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
