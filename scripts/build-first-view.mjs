import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Marks the place of the first view in the page. */
const MARK = '<!-- first view -->';

/**
 * Inserts into a built web app's page what visitors see before its scripts run.
 *
 * @param {string} web folder of the web app's sources
 * @param {string} out its build folder, from which its packages can be found
 */
export async function buildFirstView(web, out) {
  const program = join(out, 'first-view.mjs');
  const made = await rolldown({
    cwd: web,
    input: join(web, 'src/first-view.tsx'),
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@tallystone/'),
    transform: { define: { 'import.meta.env.DEV': 'false', 'process.env.NODE_ENV': '"production"' } },
    onLog(level, log, next) {
      if (level === 'warn') throw new Error(`The first view does not bundle: ${log.message}`);
      next(level, log);
    },
  });
  await made.write({ file: program, format: 'esm', sourcemap: false });
  await made.close();
  try {
    const { firstView } = await import(pathToFileURL(program).href);
    putIntoPage(join(out, 'index.html'), firstView());
  } finally {
    rmSync(program);
  }
}

function putIntoPage(path, markup) {
  const page = readFileSync(path, 'utf8');
  if (!page.includes(MARK)) throw new Error(`web/index.html lacks ${MARK}`);
  // A function, because a replacement text would be parsed for `$` patterns.
  writeFileSync(
    path,
    page.replace(MARK, () => markup),
  );
}
