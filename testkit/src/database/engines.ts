import type { Database } from '@tallystone/api/db/open-database.ts';
import { openTestEmbedded } from './embedded.ts';
import { createMovedDatabase, type MovedDatabase, openMovedEmbedded } from './moved-clock.ts';
import { createTestDatabase, enginesOfRun } from './test-database.ts';

type Opened<Of> = readonly [name: string, open: () => Promise<Of>];

const ENGINES = {
  postgres: { name: 'PostgreSQL', open: createTestDatabase, openMoved: createMovedDatabase },
  embedded: { name: 'the embedded engine', open: openTestEmbedded, openMoved: openMovedEmbedded },
};

const chosen = enginesOfRun().map((engine) => ENGINES[engine]);

/** For `describe.each`: the engines of this run, each with a way to a fresh, migrated database on it. */
export const testEngines: readonly Opened<Database>[] = chosen.map(({ name, open }) => [name, () => open()]);

/** The same with databases whose clock can be put forward. */
export const movedEngines: readonly Opened<MovedDatabase>[] = chosen.map(({ name, openMoved }) => [
  name,
  () => openMoved(),
]);
