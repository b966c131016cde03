import type { PGlite } from '@electric-sql/pglite';
import { listenOnPostgres } from './listen-on-postgres.ts';
import type { Messenger } from './messenger.ts';
import { notifying } from './notifying.ts';

/**
 * Messages by LISTEN and NOTIFY.
 *
 * @param url leads to a session of its own for each connection
 */
export function postgresMessenger(url: string): Messenger {
  return {
    ...notifying,
    subscribe: (channel, listener) => listenOnPostgres(url, channel, listener),
    close: () => Promise.resolve(),
  };
}

/** The same for the embedded engine, which only one process can have open. */
export function embeddedMessenger(client: PGlite): Messenger {
  return {
    ...notifying,
    subscribe: (channel, listener) => client.listen(channel, (payload) => listener.onMessage(payload)),
    close: () => Promise.resolve(),
  };
}
