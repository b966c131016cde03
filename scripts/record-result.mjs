/**
 * Inserts a proof's table into the text of bench/RESULTS.md: replaces its previous one, else appends it.
 *
 * @param {string} text of the file
 * @param {import('./run-proof.mjs').Result} result
 * @param {{ circumstances: string, commit: string, sources: string }} measured when, on what machine and from what
 *   sources
 * @returns {string} the new text
 */
export function recordResult(text, result, { circumstances, commit, sources }) {
  const [begin, end] = [`<!-- ${result.name} -->`, `<!-- /${result.name} -->`];
  const rows = result.rows.map(
    (row) => `| ${[row.what, row.bar, row.measured, row.ok ? 'yes' : '**no**'].map(cell).join(' | ')} |`,
  );
  const section = [
    begin,
    `## ${result.name}`,
    '',
    `\`${result.command}\`, ${circumstances}, commit ${commit}, sources ${sources}: ${result.passed ? 'passed' : '**failed**'}.`,
    '',
    '| what | bar | measured | holds |',
    '| ---- | --- | -------- | ----- |',
    ...rows,
    end,
  ].join('\n');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) return `${text.trimEnd()}\n\n${section}\n`;
  return text.slice(0, from) + section + text.slice(to + end.length);
}

/** A `|` or a line break would end the cell. */
function cell(text) {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** The line under a heading that says when, where and from what sources the table is, and a stale mark after it. */
const HEADED = /^(<!-- (\S+) -->\n## \2\n\n)(`.*?\.)(?: \*\*Stale\*\*: .*)?$/gm;
const OF_SOURCES = /, commit (.+?), sources ([0-9a-f]+): (passed|\*\*failed\*\*)\.$/;

/**
 * Marks tables that weren't measured on the current sources as stale, and unmarks the others.
 *
 * @param {string} text of bench/RESULTS.md
 * @param {Readonly<Record<string, string>>} sourcesOf every existing program's sources, as passed to `recordResult`
 * @returns {{ text: string, stale: string[] }} the new text, and the names of the stale ones
 */
export function markStale(text, sourcesOf) {
  const stale = [];
  const marked = text.replace(HEADED, (_, heading, name, line) => {
    const why = whyStale(line, sourcesOf[name]);
    if (why === null) return heading + line;
    stale.push(name);
    return `${heading}${line} **Stale**: ${why}.`;
  });
  return { text: marked, stale };
}

function whyStale(line, sources) {
  const [, commit, recorded] = OF_SOURCES.exec(line) ?? [];
  if (sources === undefined) return 'there is no such program any more';
  if (recorded === undefined) return 'recorded before sources were named';
  return recorded === sources ? null : `sources changed since ${commit}`;
}

/**
 * @param {string} text of bench/RESULTS.md
 * @param {string} name of a program
 * @param {string} sources the current ones
 * @returns {boolean} whether its table was measured on these sources and passed
 */
export function isFresh(text, name, sources) {
  const line = [...text.matchAll(HEADED)].find((found) => found[2] === name)?.[3] ?? '';
  const [, , recorded, outcome] = OF_SOURCES.exec(line) ?? [];
  return recorded === sources && outcome === 'passed';
}
