import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * Every import in a folder's TypeScript files, static or dynamic, of types or values.
 *
 * @param {string} root folder of the repository
 * @param {string} folder below it, e.g. `core/src`
 * @returns {{ file: string, line: number, specifier: string }[]} `file` relative to the root
 */
export function listImports(root, folder) {
  return listSources(root, folder).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { module, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
    const requests = [
      ...module.staticImports.map((found) => found.moduleRequest),
      ...module.staticExports.flatMap((found) => found.entries.map((entry) => entry.moduleRequest)),
      ...module.dynamicImports.map((found) => found.moduleRequest),
    ];
    return requests
      .filter((request) => request !== null && request !== undefined)
      .map(({ start, end }) => ({
        file,
        line: text.slice(0, start).split('\n').length,
        specifier: text.slice(start + 1, end - 1),
      }));
  });
}

/** @returns {string[]} the TypeScript files under a folder, relative to the root */
function listSources(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return ['node_modules', 'dist'].includes(entry.name) ? [] : listSources(root, path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    });
}
