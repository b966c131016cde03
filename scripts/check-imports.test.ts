import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkImports } from './check-imports.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tallystone-imports-'));
  put('package.json', JSON.stringify({ devDependencies: { vitest: '1.0.0' } }));
  for (const workspace of ['core', 'api', 'web', 'client', 'testkit', 'e2e', 'bench']) {
    put(`${workspace}/package.json`, JSON.stringify({ dependencies: { zod: '1.0.0', pg: '1.0.0' } }));
  }
  put('core/package.json', JSON.stringify({ dependencies: { zod: '1.0.0' } }));
  for (const workspace of ['core', 'api', 'web', 'client', 'testkit'])
    mkdirSync(join(root, workspace, 'src'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true }));

describe('a wrong import is reported with the rule it breaks', () => {
  test.each([
    ['core/src/money/parse-usdc.ts', '../odds/payout.ts', 'in core: money <- odds'],
    ['core/src/ledger/entry.ts', '../identity/wallet-address.ts', 'ledger, identity and escrow use money'],
    ['core/src/markets/market-state.ts', '../betting/quote.ts', 'in core: money <- odds'],
    ['core/src/odds/payout.ts', '@tallystone/core/betting/quote', 'in core: money <- odds'],
    ['api/src/db/pool.ts', '../betting/place-bets.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/ledger/record-entries.ts', '../markets/open-market.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/betting/place-bets.ts', '../app.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/betting/place-bets.ts', '../chain/relayer.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/betting/stake-chain.ts', '../chain/escrow-chain.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/azuro/import-games.ts', '../practice/fund-pool.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/app.ts', './main.ts', 'in api: tracing <- db <- rounds'],
    ['api/src/http/open-log.ts', '../config.ts', 'in api: tracing <- db <- rounds'],
    ['web/src/ui/button.tsx', '../betting/bet-dialog.tsx', 'in web: styles <- signals'],
    ['web/src/markets/market-card.tsx', '../screens/landing.tsx', 'in web: styles <- signals'],
    ['web/src/screens/landing.tsx', '../app.tsx', 'in web: styles <- signals'],
    ['web/src/data/queries.ts', '../../../api/src/app.ts', 'web and client never import each other'],
    ['api/src/app.ts', '../../web/src/main.tsx', 'web and client never import each other'],
    ['core/src/money/parse-usdc.ts', '../../../api/src/app.ts', 'core <- api'],
    ['core/src/money/parse-usdc.test.ts', '../../../api/src/app.ts', 'core <- api'],
    ['api/src/app.ts', '../../e2e/fixtures.ts', 'nothing imports them'],
    ['api/src/app.ts', '@tallystone/testkit/server/test-app.ts', 'only tests'],
    ['testkit/src/server/test-app.ts', '../../../bench/bettor.ts', 'nothing imports them'],
    ['core/src/money/parse-usdc.ts', 'node:fs', 'core is pure'],
    ['core/src/money/parse-usdc.ts', 'fs', 'core is pure'],
    ['core/src/money/parse-usdc.ts', 'pg', 'core is pure'],
    ['web/src/data/queries.ts', 'node:path', 'Node modules do not exist'],
    ['client/src/send.ts', 'node:path', 'Node modules do not exist'],
    ['client/src/send.ts', '../../web/src/data/api-client.ts', 'web and client never import each other'],
    ['api/src/app.ts', '@tallystone/client/connect.ts', 'web and client never import each other'],
    ['api/src/betting/place-bets.ts', '../markets/market-store.ts', 'its *-store.ts stays its own'],
    ['api/src/http/route.ts', 'zod', 'zod/mini'],
    ['api/src/http/route.ts', 'left-pad', 'declared'],
    ['api/src/http/route.ts', 'vitest', 'declared'],
    ['api/src/db/open-database.ts', '../../../scripts/find-postgres.mjs', 'scripts are for people'],
    ['api/src/betting/place-bets.ts', './decide', 'with its extension'],
    ['web/src/screens/landing.tsx', '../ui/index.ts', 'index files'],
    ['api/src/helpers/text.ts', '../db/pool.ts', 'named after a domain word'],
    ['core/src/utils/text.ts', '../money/parse-usdc.ts', 'named after a domain word'],
  ])('%s importing %s', (file, specifier, sentence) => {
    put(file, `// first line\nimport { it } from '${specifier}';\n`);
    expect(checkImports(root)).toEqual([
      { file, line: 2, specifier, because: expect.stringContaining(sentence) },
    ]);
  });
});

describe('every form of import is found', () => {
  test.each([
    ["import type { It } from 'node:fs';"],
    ["import * as it from 'node:fs';"],
    ["import 'node:fs';"],
    ["export { it } from 'node:fs';"],
    ["export * from 'node:fs';"],
    ["const it = () => import('node:fs');"],
    ["import {\n  it,\n  that,\n} from 'node:fs';"],
  ])('%s', (statement) => {
    put('core/src/money/parse-usdc.ts', statement);
    expect(checkImports(root).map(({ specifier }) => specifier)).toEqual(['node:fs']);
  });

  test('comments and texts aren’t imports', () => {
    put(
      'core/src/money/parse-usdc.ts',
      "// import it from 'node:fs';\nexport const text = `\nimport it from 'node:fs';\n`;\n",
    );
    expect(checkImports(root)).toEqual([]);
  });
});

describe('allowed imports pass', () => {
  test.each([
    ['core/src/betting/quote.ts', '../money/parse-usdc.ts'],
    ['core/src/markets/category-taxonomy.ts', '../http-api/markets.ts'],
    ['core/src/http-api.ts', './http-api/markets.ts'],
    ['core/src/http-api/markets.ts', 'zod/mini'],
    ['core/src/money/parse-usdc.test.ts', 'vitest'],
    ['api/src/betting/place-bets.ts', '../markets/open-market.ts'],
    ['api/src/betting/place-bets.ts', './bet-store.ts'],
    ['api/src/chain/relayer.ts', './escrow-chain.ts'],
    ['api/src/chain/escrow-chain.ts', '../betting/stake-chain.ts'],
    ['api/src/betting/place-bets.test.ts', '../app.ts'],
    ['api/src/betting/place-bets.test.ts', '../markets/market-store.ts'],
    ['api/src/app.test.ts', '@tallystone/testkit/server/test-app.ts'],
    ['testkit/src/server/test-app.ts', '@tallystone/api/app.ts'],
    ['testkit/src/database/test-database.ts', '../../../scripts/find-postgres.mjs'],
    ['api/src/db/open-database.ts', 'node:fs'],
    ['api/src/main.ts', './app.ts'],
    ['api/src/app.ts', './config.ts'],
    ['api/src/config.ts', './http/loopback.ts'],
    ['web/src/betting/dollars.ts', '@tallystone/core/money/parse-usdc'],
    ['web/src/main.tsx', './styles/main.css'],
    ['e2e/place-bet.e2e.ts', '@tallystone/core/betting/bet-message'],
    ['e2e/playwright.config.ts', '../scripts/find-chromium.mjs'],
  ])('%s importing %s', (file, specifier) => {
    put(file, `import { it } from '${specifier}';\n`);
    expect(checkImports(root)).toEqual([]);
  });
});

test('the program prints the first offence and its rule, and fails', () => {
  const scripts = fileURLToPath(new URL('.', import.meta.url));
  put('core/src/money/parse-usdc.ts', "import { it } from 'node:fs';\n");
  for (const name of ['check-imports.mjs', 'list-imports.mjs']) {
    put(`scripts/${name}`, readFileSync(join(scripts, name), 'utf8'));
  }
  symlinkSync(join(scripts, '../node_modules'), join(root, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/check-imports.mjs')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    "core/src/money/parse-usdc.ts:1 imports 'node:fs'\ncore is pure: no I/O, no clock, no framework; it runs in Node and in the browser.\n",
  );
  expect(status).toBe(1);
});

function put(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
