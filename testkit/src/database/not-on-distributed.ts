/** Tests of the server about something that distributed databases lack. */
export interface Lacking {
  /** From the folder of the repository. */
  readonly file: string;
  /**
   * Their names with the groups that they are in, and those that need what they did; empty: what fails outside of a test. All: the
   * whole file.
   */
  readonly tests: 'all' | readonly string[];
  readonly why: string;
}

/** Without them, the rights of the server's role and its statements refuse the same: record 87, `server-role.test.ts`. */
const TRIGGERS = 'a trigger refuses what the test tries';
const OLDER =
  'it upgrades tables of an older version, which used triggers, advisory locks and numbers of transactions. Distributed databases start from new tables';
const ROLES = 'it makes a user of the database, which the owner of the tables may not';
const MESSAGES = 'PostgreSQL sends the messages, by LISTEN and NOTIFY. The profile has NATS';

/** The tests of the server that can't pass on the distributed profile. `npm run prove -- distributed` requires that all others do. */
export const NOT_ON_DISTRIBUTED: readonly Lacking[] = [
  {
    file: 'api/src/audit/record-audit.test.ts',
    tests: ['the audit on PostgreSQL refuses to change, delete or truncate its rows'],
    why: TRIGGERS,
  },
  {
    file: 'api/src/betting/live-bets.test.ts',
    tests: ['a live bet never changes after it was accepted, and is decided once'],
    why: TRIGGERS,
  },
  {
    file: 'api/src/combos/combos.test.ts',
    tests: ['combos on PostgreSQL stored combos and their ends never change'],
    why: TRIGGERS,
  },
  {
    file: 'api/src/history/move-history.test.ts',
    tests: [
      'the history of bets refuses changes of what has moved and of what has not',
      'the history of bets a moved live bet stays as it was decided',
    ],
    why: TRIGGERS,
  },
  {
    file: 'api/src/history/move-history.test.ts',
    tests: ['the history of bets a user with rights to the tables alone reads history through them'],
    why: ROLES,
  },
  {
    file: 'api/src/move-history.test.ts',
    tests: ['who does not own the tables is told whose work it is'],
    why: ROLES,
  },
  {
    file: 'api/src/ledger/invariants.test.ts',
    tests: [
      'rows of entries cannot be changed, deleted or truncated',
      'rows of postings cannot be changed, deleted or truncated',
      'rows of bets cannot be changed, deleted or truncated',
      'rows of feed_prices cannot be changed, deleted or truncated',
      'rows of audit cannot be changed, deleted or truncated',
      'rows of bet_endings cannot be changed, deleted or truncated',
      'rows of cash_outs cannot be changed, deleted or truncated',
      'rows of sold_parts cannot be changed, deleted or truncated',
      'rows of seals cannot be changed, deleted or truncated',
    ],
    why: TRIGGERS,
  },
  {
    file: 'api/src/ledger/record-entries.test.ts',
    tests: [
      'a posting whose entry_id does not exist is refused, and all with it',
      'a posting whose from_account does not exist is refused, and all with it',
      'a posting whose to_account does not exist is refused, and all with it',
      'an end of a bet whose entry does not exist is refused',
      'no account is given up: delete from accounts',
      'no account is given up: truncate accounts cascade',
    ],
    why: TRIGGERS,
  },
  {
    file: 'api/src/markets/fold-prices.test.ts',
    tests: ['folding prices on PostgreSQL keeps points that are young or in no candle yet'],
    why: TRIGGERS,
  },
  {
    file: 'api/src/markets/market-terms.test.ts',
    tests: ['the stored terms are sealed and never change'],
    why: TRIGGERS,
  },
  {
    file: 'api/src/settlement/settle-market.test.ts',
    tests: ['on PostgreSQL the books refuse bets of a server that does not count their stakes'],
    why: TRIGGERS,
  },
  {
    file: 'api/src/server-role.test.ts',
    tests: ['the user of deploy/postgres/server-role.sql may not: drop trigger bets_are_history on bets'],
    why: 'it drops a trigger',
  },
  {
    file: 'api/src/server-role.test.ts',
    tests: ['the file and the product are in step every column that it keeps exists'],
    why: 'one of the columns is for numbers of transactions',
  },
  {
    file: 'api/src/betting/pool-slices.test.ts',
    tests: ['where 0.1.0 was, the row holds all of the pool and pays for pending bets'],
    why: OLDER,
  },
  { file: 'api/src/db/caps-by-group-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/epochs-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/guests-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/late-starts-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/migrate.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/named-locks-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/replaced-block-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/restored-copy-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/signed-markets-upgrade.test.ts', tests: 'all', why: OLDER },
  { file: 'api/src/db/smaller-bets-upgrade.test.ts', tests: 'all', why: OLDER },
  {
    file: 'api/src/ledger/count-minutes.test.ts',
    tests: [
      '',
      'in a database that 0.1.0 used, the minutes keep their triggers',
      'in a database that 0.1.0 used, the minutes count bets and ends of both versions once',
    ],
    why: OLDER,
  },
  {
    file: 'api/src/locks.test.ts',
    tests: ['two servers that start at once migrate one after the other'],
    why: OLDER,
  },
  {
    file: 'api/src/main.test.ts',
    tests: [
      'the server as a program the command line tool leaves a restored copy of an older version unchanged until its loss is accepted',
    ],
    why: OLDER,
  },
  {
    file: 'api/src/db/open-checked-database.test.ts',
    tests: ['a migration waits for another one, whatever limits the database has of its own'],
    why: OLDER,
  },
  {
    file: 'api/src/db/distributed-schema.test.ts',
    tests: [
      'the schema for distributed databases is that of the migrations (npx vitest run -u writes it again)',
    ],
    why: 'it makes the tables of distributed databases from those of the migrations',
  },
  {
    file: 'api/src/db/open-checked-database.test.ts',
    tests: ['messages come over the direct address, and the rest goes through the other'],
    why: MESSAGES,
  },
  { file: 'api/src/db/listen-on-postgres.test.ts', tests: 'all', why: MESSAGES },
];
