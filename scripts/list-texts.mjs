import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { listSources } from './list-imports.mjs';

/** Stands for what a template fills in. */
export const FILLED_IN = '{{}}';

/**
 * Every text that stands in the TypeScript files under a folder, tests left out: strings as they are, templates with
 * `{{}}` for what they fill in.
 *
 * @param {string} root folder of the repository
 * @param {string} folder below it, e.g. `core/src`
 * @returns {{ file: string, text: string }[]} `file` relative to the root
 */
export function listTexts(root, folder) {
  return listSources(root, folder)
    .filter((file) => !isForTests(file))
    .flatMap((file) => {
      const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return textsIn(program).map((text) => ({ file, text }));
    });
}

/** @returns {string[]} */
function textsIn(node) {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const below = () => Object.values(node).flatMap(textsIn);
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type !== 'TemplateLiteral') return below();
  return [node.quasis.map(({ value }) => value.cooked).join(FILLED_IN), ...node.expressions.flatMap(textsIn)];
}

function isForTests(file) {
  return /\.test\.tsx?$|\/test-[^/]*$|\/testing\//.test(file);
}
