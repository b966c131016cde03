/**
 * Finds columns that a migration adds to an older table without giving the user of servers the right to change them. The rights
 * that deploy/postgres/server-role.sql gave name columns, so a server with that user could not write a new one.
 *
 * @param {string} migration in the form of drizzle-kit
 * @returns {string[]} the columns, such as `markets.halted`
 */
export function findUngrantedColumns(migration) {
  const text = migration.replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const made = new Set(
    [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, table]) => table),
  );
  return [...text.matchAll(/ALTER TABLE (?:ONLY )?"?(\w+)"?([^;]*)/gi)].flatMap(([, table, changes]) =>
    [...changes.matchAll(/ADD COLUMN (?:IF NOT EXISTS )?"?(\w+)"?/gi)]
      .map(([, column]) => column)
      .filter((column) => !made.has(table) && !isGranted(text, { table, column }))
      .map((column) => `${table}.${column}`),
  );
}

/** As in: IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN GRANT UPDATE (a) ON t TO tallystone_server; */
function isGranted(text, { table, column }) {
  const grants = text.matchAll(/GRANT UPDATE \(([^)]*)\) ON "?(\w+)"? TO tallystone_server/gi);
  return [...grants].some(
    ([, columns, on]) =>
      on === table && columns.split(',').some((each) => each.replaceAll('"', '').trim() === column),
  );
}
