import * as audit from './schema/audit.ts';
import * as bets from './schema/bets.ts';
import * as chain from './schema/chain.ts';
import * as ledger from './schema/ledger.ts';
import * as liveBets from './schema/live-bets.ts';
import * as markets from './schema/markets.ts';
import * as prices from './schema/prices.ts';
import * as results from './schema/results.ts';
import * as server from './schema/server.ts';
import * as settings from './schema/settings.ts';
import * as users from './schema/users.ts';

/**
 * The tables. Money is micro-USDC and odds are micro-odds, both in `bigint`. Rows of entries, postings,
 * bets, their ends, cash-outs, feed prices, terms of markets, seals and the audit are history: only inserted (migrations 0001,
 * 0004, 0005 and 0015 have the triggers that refuse anything else). So are price points, for a day (0007), and events of the
 * chain; what was accepted as a live bet is history too, but for what became of it (0008). A market's state moves only as
 * `market_transitions` says.
 */
export const tables = {
  ...users,
  ...settings,
  ...server,
  ...audit,
  ...markets,
  ...prices,
  ...results,
  ...ledger,
  ...bets,
  ...liveBets,
  ...chain,
};
