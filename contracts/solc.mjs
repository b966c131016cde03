#!/usr/bin/env node
/**
 * The Solidity compiler from npm, with the two command-line options that forge uses: `--version`, and
 * `--standard-json` with the sources on standard input. forge resolves imports itself and includes them in the input.
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
