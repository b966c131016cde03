/**
 * What no test covered, from an lcov report.
 *
 * @param {string} lcov
 * @returns {string[]} such as `src/a.sol:12 never runs` and `src/a.sol:12: a branch is never taken`
 * @throws Error when the report has no lines
 */
export function uncoveredPlaces(lcov) {
  const places = [];
  let file = '';
  let lines = 0;
  for (const record of lcov.split('\n')) {
    const [kind, rest = ''] = [record.slice(0, record.indexOf(':')), record.slice(record.indexOf(':') + 1)];
    if (kind === 'SF') file = rest;
    if (kind === 'DA') {
      lines++;
      const [line, times] = rest.split(',');
      if (times === '0') places.push(`${file}:${line} never runs`);
    }
    if (kind === 'BRDA') {
      const [line, , , taken] = rest.split(',');
      if (taken === '0' || taken === '-') places.push(`${file}:${line}: a branch is never taken`);
    }
  }
  if (lines === 0) throw new Error('the report of coverage has no lines');
  return places;
}
