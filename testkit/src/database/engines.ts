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

/** For `describe.each`: this run's engines, each with a function that opens a fresh, migrated database. */
export const testEngines: readonly Opened<Database>[] = chosen.map(({ name, open }) => [name, () => open()]);

/** The same with databases whose clock can be moved forward. */
export const movedEngines: readonly Opened<MovedDatabase>[] = chosen.map(({ name, openMoved }) => [
  name,
  () => openMoved(),
]);
