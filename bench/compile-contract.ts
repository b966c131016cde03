import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ESCROW = 'contracts/src/BetEscrow.sol';

/** The parts of the compiler's answer that are used here. */
interface Compiled {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

/**
 * Compiles the escrow contract with some of its sources changed. It isn't optimised: that takes most of the time, and
 * the contract behaves the same.
 *
 * @param changed sources by their paths, such as `contracts/src/Roles.sol`
 * @returns the creation code, hex with `0x`
 * @throws Error if it doesn't compile
 */
export async function compileEscrow(changed: ReadonlyMap<string, string>): Promise<string> {
  const answer = await askCompiler({
    language: 'Solidity',
    sources: Object.fromEntries([...readSources(changed)].map(([path, content]) => [path, { content }])),
    settings: {
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none' },
      outputSelection: { [ESCROW]: { BetEscrow: ['evm.bytecode.object'] } },
    },
  });
  const error = answer.errors?.find(({ severity }) => severity === 'error');
  const code = answer.contracts?.[ESCROW]?.BetEscrow?.evm.bytecode.object;
  if (error !== undefined || !code) {
    throw new Error(`it does not compile: ${error?.formattedMessage ?? 'no code'}`);
  }
  return `0x${code}`;
}

/** The escrow contract and all its imports, by the compiler's names for them. */
function readSources(changed: ReadonlyMap<string, string>): Map<string, string> {
  const sources = new Map<string, string>();
  const waiting = [ESCROW];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources.has(path)) continue;
    const file = path.startsWith('@') ? join('node_modules', path) : path;
    const content = changed.get(path) ?? readFileSync(join(ROOT, file), 'utf8');
    sources.set(path, content);
    for (const [, imported = ''] of content.matchAll(/^import [^;]*?"([^"]+)";/gm)) {
      waiting.push(imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : imported);
    }
  }
  return sources;
}

function askCompiler(input: unknown): Promise<Compiled> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'contracts/solc.mjs'), '--standard-json'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.once('error', reject);
    child.once('close', () => {
      try {
        // The compiler writes it in the documented form.
        resolve(JSON.parse(said) as Compiled);
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.end(JSON.stringify(input));
  });
}
