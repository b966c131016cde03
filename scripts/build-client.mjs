import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { clientTypes } from './client-types.mjs';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';

/**
 * Builds the client package into client/dist: one ES module without imports, and its types. What it takes from core
 * and from npm is inside, so that the package can be published without them.
 *
 * @param {string} root folder of the repository
 */
export async function buildClient(root) {
  const out = join(root, 'client/dist');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'types'), { recursive: true });
  const { types, calls } = await clientTypes(root);
  const packages = await bundleClient(root, { out, calls });
  writeFileSync(join(out, 'THIRD-PARTY.txt'), notices(packages));
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  await declareClient(root, { out: join(out, 'types'), types });
}

async function bundleClient(root, { out, calls }) {
  const bundle = await rolldown({
    cwd: root,
    input: { client: join(root, 'client/src/public.ts') },
    platform: 'browser',
    plugins: [
      {
        name: 'calls',
        load: {
          filter: { id: /client\/src\/calls\.ts$/ },
          handler: () => `export const CALLS = ${JSON.stringify(calls)};`,
        },
      },
    ],
    onLog(level, log, next) {
      if (level === 'warn') throw new Error(`The client does not bundle: ${log.message}`);
      next(level, log);
    },
  });
  const { output } = await bundle.write({ dir: out, format: 'esm', sourcemap: false });
  await bundle.close();
  const imported = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
  if (output.length !== 1 || imported.length > 0)
    throw new Error(`The client must be one file without imports, but imports ${imported.join(', ')}`);
  const folders = output[0].moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(folders)].sort();
}

/** The licences of the packages whose code is in the bundle. */
function notices(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version}, ${license}\n\n${text}`;
  });
  return `client.js contains code of these packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Declares the client's own modules with the compiler, and core's types beside them in one file. */
async function declareClient(root, { out, types }) {
  writeFileSync(join(out, 'core.d.ts'), types);
  const args = [packageBin('typescript', root, 'tsc'), '-p', 'client/tsconfig.build.json', '--outDir', out];
  const { code, output } = await runNode(args, { cwd: root, keepOutput: 'all' });
  if (code !== 0) throw new Error(`The client's types do not build:\n${output}`);
  const wanted = new Set(['public.d.ts']);
  for (const name of wanted) {
    const path = join(out, name);
    const text = readFileSync(path, 'utf8').replace(/(from ')([^']+)'/g, (_, from, specifier) => {
      const file = declarationOf(specifier);
      if (!existsSync(join(out, file))) throw new Error(`${name} needs the types of ${specifier}`);
      wanted.add(file);
      return `${from}./${file.replace('.d.ts', '.js')}'`;
    });
    writeFileSync(path, text);
  }
  for (const name of readdirSync(out)) if (!wanted.has(name)) rmSync(join(out, name));
}

function declarationOf(specifier) {
  return specifier.startsWith('@tallystone/core/')
    ? 'core.d.ts'
    : `${specifier.replace(/^\.\//, '').replace(/\.ts$/, '')}.d.ts`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildClient(fileURLToPath(new URL('..', import.meta.url)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
