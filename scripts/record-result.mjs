/**
 * Puts a proof's table into the text of bench/RESULTS.md: in place of its last one, else at the end.
 *
 * @param {string} text of the file
 * @param {import('./run-proof.mjs').Result} result
 * @param {string} circumstances when and on what it was measured
 * @returns {string} the new text
 */
export function recordResult(text, result, circumstances) {
  const [begin, end] = [`<!-- ${result.name} -->`, `<!-- /${result.name} -->`];
  const rows = result.rows.map(
    (row) => `| ${[row.what, row.bar, row.measured, row.ok ? 'yes' : '**no**'].map(cell).join(' | ')} |`,
  );
  const section = [
    begin,
    `## ${result.name}`,
    '',
    `\`${result.command}\`, ${circumstances}: ${result.passed ? 'passed' : '**failed**'}.`,
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

/** A bar or a line break would end the cell. */
function cell(text) {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}
