import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { driveBets, prepareBets } from './bet-load.ts';
import type { SignedBet } from './bettor.ts';
import { type Cost, costSince, type Version } from './two-versions.ts';

const BETTORS = 60;

/** How bets come. */
export interface BetWay {
  readonly connections: number;
  readonly bets: number;
  /** How many in a row before it is the other version's turn. */
  readonly inTurn: number;
}

/** What a bet on the hottest market costs each version, in their order, while they take turns; and how many were accepted in all. */
export async function betCosts(
  versions: readonly Version[],
  { connections, bets, inTurn }: BetWay,
  seed: number,
): Promise<{ costs: Cost[]; accepted: number }> {
  const loads: {
    version: Version;
    bets: SignedBet[];
    lanes: HttpConnection[];
    accepted: number;
    server: number;
    postgres: number;
  }[] = [];
  for (const version of versions) {
    const signed = await prepareBets(version.server, { seed, bets, bettors: BETTORS });
    loads.push({ version, bets: signed, lanes: [], accepted: 0, server: 0, postgres: 0 });
  }
  // Opened last: a server closes a connection that is idle for seconds.
  for (const load of loads) {
    load.lanes = Array.from({ length: connections }, () => new HttpConnection(load.version.server.port));
    await Promise.all(load.lanes.map((lane) => lane.opened()));
  }
  for (let from = 0; from < bets; from += inTurn) {
    // Neither is always the second.
    const turns = (from / inTurn) % 2 === 0 ? loads : loads.toReversed();
    for (const load of turns) {
      // Only in its turn: what it does by itself meanwhile is no part of a bet, and the slower the machine, the more there is.
      const end = costSince(load.version);
      const run = await driveBets(load.lanes, load.bets.slice(from, from + inTurn));
      const { server, postgres } = end();
      load.accepted += run.accepted;
      load.server += server;
      load.postgres += postgres;
    }
  }
  for (const { lanes } of loads) for (const lane of lanes) lane.close();
  const costs = loads.map(({ accepted, server, postgres }) => ({
    server: server / accepted,
    postgres: postgres / accepted,
  }));
  return { costs, accepted: loads.reduce((sum, load) => sum + load.accepted, 0) };
}
