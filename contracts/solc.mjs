#!/usr/bin/env node
/**
 * The Solidity compiler from npm, answering the two questions that forge asks of one on the command line:
 * `--version`, and `--standard-json` with the sources on the standard input. forge gives a file by itself where it
 * has one; imports were resolved by forge and lie in the input.
 */
import { readFileSync } from 'node:fs';
import solc from 'solc';

const args = process.argv.slice(2);
if (args.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else if (args.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
} else {
  process.stderr.write('solc.mjs answers --version and --standard-json\n');
  process.exitCode = 1;
}
