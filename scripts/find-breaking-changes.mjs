/** What the previous release may trip over: it runs on the new tables until the last of its servers is replaced. */
const BREAKING = [
  [
    /\bDROP (?:TABLE|VIEW|FUNCTION|TYPE|COLUMN|DEFAULT|NOT NULL|INDEX|CONSTRAINT|TRIGGER|SEQUENCE|SCHEMA)\b/,
    'drops what it may use',
  ],
  [/\bRENAME\b/, 'renames what it may use'],
  [/\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/, 'changes the type of what it may use'],
  [/\bSET NOT NULL\b/, 'requires what it may leave out'],
  [
    /\bADD COLUMN\b(?!(?:(?!\bADD\b).)*\b(?:DEFAULT|GENERATED)\b)(?:(?!\bADD\b).)*\bNOT NULL\b/,
    'requires what it does not write',
  ],
  [/\b(?:GENERATED ALWAYS|REVOKE|ROW LEVEL SECURITY|CREATE RULE)\b/, 'refuses what it may write'],
  [/\bADD CONSTRAINT\b/, 'refuses what it may write'],
  [/\bCREATE UNIQUE INDEX\b/, 'refuses what it may write'],
  [/\bCREATE (?:OR REPLACE )?(?:CONSTRAINT )?(?:TRIGGER|FUNCTION)\b/, 'changes what happens when it writes'],
];

/**
 * Finds the statements of new migrations that may break the previous release. What was created since that release is free to
 * change. A comment in the statement, `-- safe beside <version>: <why>`, lets it pass.
 *
 * @param {readonly string[]} migrations texts in the form of drizzle-kit, in order
 * @param {{ version: string }} previous
 * @returns {string[]} a sentence for each
 */
export function findBreakingChanges(migrations, { version }) {
  const created = new Set();
  const found = [];
  for (const statement of migrations.flatMap((text) => text.split('--> statement-breakpoint'))) {
    if (new RegExp(`-- safe beside ${version.replaceAll('.', '\\.')}: \\S`).test(statement)) continue;
    const text = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    const table = /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(text)?.[1];
    if (table !== undefined) created.add(table);
    const on = /(?:ALTER TABLE (?:ONLY )?|\bON )"?(\w+)"?/i.exec(text)?.[1];
    // A second statement would hide behind the first one's table. Bodies of functions have several.
    if (/^[^$]*;\s*\S/.test(text)) found.push(`has more than one statement: ${text}`);
    else if (table !== undefined || (on !== undefined && created.has(on))) continue;
    for (const [pattern, why] of BREAKING) {
      if (new RegExp(pattern.source, 'i').test(text)) found.push(`${why}: ${text}`);
    }
  }
  return found;
}
