import * as audit from './schema/audit.ts';
import * as bets from './schema/bets.ts';
import * as chain from './schema/chain.ts';
import * as combos from './schema/combos.ts';
import * as ledger from './schema/ledger.ts';
import * as liveBets from './schema/live-bets.ts';
import * as markets from './schema/markets.ts';
import * as orders from './schema/orders.ts';
import * as results from './schema/results.ts';
import * as server from './schema/server.ts';
import * as settings from './schema/settings.ts';
import * as users from './schema/users.ts';

/**
 * The tables. Money is micro-USDC and odds are micro-odds, both in `bigint`. Rows of entries, postings, bets, their ends,
 * cash-outs, sold parts, feed prices, market terms, seals and the audit are history and only inserted; triggers of the
 * migrations 0001, 0004, 0005, 0015 and 0034 refuse anything else. The same goes for price points, which are kept for a day
 * (0007), for events of the chain, and for live bets except for their state and result (0008). A market's state changes only as
 * `market_transitions` allows. Where there are no triggers, the statements keep to this, and the rights of the server's user
 * (deploy/postgres/server-role.sql).
 */
export const tables = {
  ...users,
  ...settings,
  ...server,
  ...audit,
  ...markets,
  ...results,
  ...ledger,
  ...bets,
  ...combos,
  ...orders,
  ...liveBets,
  ...chain,
};
