import { installDistributed } from './distributed-database.ts';
import { createEmptyDatabase, openPatiently, type TestDatabase } from './test-database.ts';

/** Nothing answers there: messages are dropped, and other processes look for themselves. */
const NO_NATS = 'nats://127.0.0.1:9';

/** A fresh database for one test file, opened as a server opens a distributed one. `close` also removes it. */
export async function createDistributedDatabase(): Promise<TestDatabase> {
  const owner = await createEmptyDatabase();
  const role = `tallystone_server_${new URL(owner.url).pathname.slice(1)}`;
  await owner.ask(`create role ${role} login`);
  await installDistributed(owner.url, { role });
  const url = Object.assign(new URL(owner.url), { username: role }).href;
  const database = await openPatiently(url, { natsUrl: NO_NATS });
  return {
    ...database,
    url,
    adminUrl: owner.url,
    settings: { DATABASE_URL: url, NATS_URL: NO_NATS },
    close: async () => {
      await database.close();
      await owner.ask(`drop owned by ${role}; drop role ${role}`);
      await owner.remove();
    },
  };
}
