import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PREVIOUS_RELEASE } from './build-release.mjs';
import { findBreakingChanges } from './find-breaking-changes.mjs';

const MIGRATIONS = fileURLToPath(new URL('../api/src/db/migrations', import.meta.url));
const previous = { version: '1.2.0' };

test('the previous release works on the tables of this version', () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  expect(files).toContain(`${PREVIOUS_RELEASE.lastMigration}.sql`);
  const newer = files.filter((name) => name > `${PREVIOUS_RELEASE.lastMigration}.sql`).sort();
  const texts = newer.map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
  expect(findBreakingChanges(texts, PREVIOUS_RELEASE)).toEqual([]);
});

test.each([
  'ALTER TABLE "users" DROP COLUMN "name";',
  'DROP TABLE "users";',
  'ALTER TABLE "users" RENAME COLUMN "name" TO "title";',
  'ALTER TABLE "users" ALTER COLUMN "name" SET DATA TYPE bigint;',
  'ALTER TABLE "users" ALTER COLUMN "name" TYPE bigint;',
  'ALTER TABLE "users" ALTER COLUMN "name" SET NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "name" DROP DEFAULT;',
  'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL;',
  'ALTER TABLE "users" ADD CONSTRAINT "grown" CHECK ("age" > 17);',
  'CREATE UNIQUE INDEX "one_name" ON "users" ("name");',
  'create or replace function check_user() returns trigger as $$ begin return new; end $$ language plpgsql;',
  'CREATE TABLE "ages" ("age" integer); SELECT 1;',
  'DROP INDEX "one_name";',
  'ALTER TABLE "users" DROP CONSTRAINT "one_name";',
  'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL, ADD COLUMN "size" integer DEFAULT 0;',
  'ALTER TABLE "users" ADD COLUMN "twice" integer GENERATED ALWAYS AS ("age" * 2) STORED;',
  'REVOKE INSERT ON "users" FROM "tallystone";',
  'CREATE TRIGGER "checks" BEFORE INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION check_user();',
])('the previous release may trip over: %s', (statement) => {
  expect(findBreakingChanges([statement], previous)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "users" ADD COLUMN "age" integer;',
  'ALTER TABLE "users" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;',
  'CREATE INDEX "by_name" ON "users" ("name");',
  'CREATE TABLE "ages" ("age" integer NOT NULL);--> statement-breakpoint\nALTER TABLE "ages" ADD CONSTRAINT "grown" CHECK ("age" > 17);--> statement-breakpoint\nCREATE UNIQUE INDEX "one_age" ON "ages" ("age");',
  '-- DROP TABLE is only named here.\nUPDATE users SET age = 0;',
  '-- safe beside 1.2.0: it does not read it.\nALTER TABLE "users" DROP COLUMN "name";',
])('the previous release is not disturbed by: %s', (text) => {
  expect(findBreakingChanges([text], previous)).toEqual([]);
});

test('what was safe beside an older release is looked at again', () => {
  const text = '-- safe beside 1.1.0: it does not read it.\nALTER TABLE "users" DROP COLUMN "name";';
  expect(findBreakingChanges([text], previous)).toHaveLength(1);
});
