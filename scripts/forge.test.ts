import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runForge } from './forge.mjs';
import { runNode } from './run-node.mjs';

const FORGE = fileURLToPath(new URL('./forge.mjs', import.meta.url));
/** The compiler from npm, which forge runs without a download. */
const COMPILER = fileURLToPath(new URL('../contracts/solc.mjs', import.meta.url));
const SETTINGS = `[profile.default]
src = "contracts/src"
test = "contracts/test"
out = "contracts/out"
cache_path = "contracts/cache"
solc = ${JSON.stringify(COMPILER)}
offline = true
`;

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tallystone-forge-'));
  mkdirSync(join(cwd, 'contracts/test'), { recursive: true });
  writeFileSync(join(cwd, 'contracts/foundry.toml'), SETTINGS);
});

afterEach(() => rmSync(cwd, { recursive: true }));

/** Forge's result for a contract with one test of these statements. */
function forge(args: string[], statements: string) {
  writeFileSync(
    join(cwd, 'contracts/test/One.t.sol'),
    `pragma solidity 0.8.37; contract OneTest { function test_one() public pure { ${statements} } }`,
  );
  return runForge(args, { cwd, keepOutput: 'all' });
}

test('passing tests succeed', async () => {
  const { code, output } = await forge(['test'], '');
  expect(output).toContain('[PASS] test_one()');
  expect(code).toBe(0);
});

test.each([[['test']], [['test', '--json']]])('a failing test fails: %s', async (args) => {
  const { code, output } = await forge(args, 'revert("it does not hold");');
  expect(output).toContain('it does not hold');
  expect(code).toBe(1);
});

test('code that doesn’t compile fails', async () => {
  const { code, output } = await forge(['build'], 'none;');
  expect(output).toContain('Undeclared identifier');
  expect(code).toBe(1);
});

test('a manual call that forge refuses fails', async () => {
  const { code, output } = await runNode([FORGE, 'no-such-command'], { cwd, keepOutput: 'all' });
  expect(output).toContain('no-such-command');
  expect(code).toBe(2);
});
