import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { GameStatus, WireAzuroData, WireGame } from '@tallystone/core/http-api/azuro';
import { MARKET_GROUPS, type MarketGroup } from '@tallystone/core/http-api/market-group';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { groupBy } from '../rounds/group-by.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';
import { type AzuroFeed, type FeedGame, FeedUnavailable } from './azuro-feed.ts';
import { conditionName } from './condition-name.ts';
import type { DropLog } from './drop-log.ts';
import { chooseMainMarket, type MainMarket, type OfferedGame } from './main-market.ts';
import { offerMarkets } from './offered-markets.ts';
import { loadOutcomeNames } from './outcome-names.ts';

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The catalogue is read every minute, so the last three readings have failed. */
const STALE_AFTER_MS = 3 * 60_000;
/** Handled before other work gets a turn; takes some milliseconds. */
const GAMES_AT_A_TIME = 50;

interface CatalogueDeps {
  feed: Pick<AzuroFeed, 'listGames' | 'conditionsByGameIds'>;
  drops: DropLog;
  now: () => Date;
  /** Whether markets with several winners can be opened. */
  takesSeveral: () => Promise<boolean>;
}

/** Keeps the games of the feed in memory, so readers never wait for the feed. */
export function createCatalogue({ feed, drops, now, takesSeveral }: CatalogueDeps) {
  let last: Awaited<ReturnType<typeof readAll>> | null = null;
  let problem: Message | null = null;

  const read = oneAtATime(async () => {
    // Outside of the feed's problems: it asks the database.
    const several = await takesSeveral();
    try {
      last = await readAll({ feed, now, several });
      problem = null;
      return last;
    } catch (error) {
      problem = error instanceof FeedUnavailable ? error.said : say('games-not-read');
      throw error;
    }
  });

  return {
    /**
     * Reads all games and their conditions from the feed; concurrent calls share one reading. A reading that fails
     * changes nothing but `problem`.
     *
     * @throws FeedUnavailable
     */
    async sync() {
      const { at, games } = await read();
      return { syncedAt: at, games: games.length };
    },
    /** As last read, ordered by start; includes games that have started. */
    games: () => last?.games ?? [],
    /**
     * @param imported ids of the games that one of our markets follows
     * @param groups those that the settings choose
     */
    data(
      { imported, groups }: { imported: ReadonlySet<string>; groups: ReadonlySet<MarketGroup> },
      source: WireAzuroData['source'],
    ): WireAzuroData {
      const games = (last?.wire ?? []).map((game) => ({
        ...game,
        conditions: game.conditions.map((condition) => withChoice(condition, groups)),
        imported: imported.has(game.id),
      }));
      const moment = now();
      return {
        total: games.length,
        games,
        sports: [...(last?.sports ?? [])],
        upcoming: (last?.games ?? []).filter(
          ({ state, startsAt }) => state === 'Prematch' && startsAt > moment,
        ).length,
        live: games.filter(({ state }) => state === 'Live').length,
        source,
        syncedAt: last?.at.toISOString() ?? null,
        stale: last === null || moment.getTime() - last.at.getTime() > STALE_AFTER_MS,
        ...(problem !== null && { problem: problem.sentence, problemReason: problem.reason }),
        dropped: drops.total,
        drops: drops.latest().map(({ at, what, why }) => ({ at: at.toISOString(), what, why })),
      };
    },
  };
}

async function readAll({ feed, now, several }: Pick<CatalogueDeps, 'feed' | 'now'> & { several: boolean }) {
  const names = await loadOutcomeNames();
  const games = (await feed.listGames()).sort(byStart);
  const conditions = groupBy(
    await feed.conditionsByGameIds(games.map(({ id }) => id)),
    ({ gameId }) => gameId,
  );
  const wire: Omit<WireGame, 'imported'>[] = [];
  for (const [index, game] of games.entries()) {
    if (index % GAMES_AT_A_TIME === 0) await letOthersRun();
    wire.push(wireGame({ game, conditions: conditions.get(game.id) ?? [], names }, several));
  }
  const sports = [...new Set(games.map(({ sport }) => sport.name))].sort((a, b) => a.localeCompare(b, 'en'));
  return { at: now(), games, wire, sports };
}

function byStart(a: FeedGame, b: FeedGame): number {
  return a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1);
}

type WireCondition = WireGame['conditions'][number];

const ALL = { groups: new Set(MARKET_GROUPS), known: new Set<string>(), taken: new Set<string>() };
/** Most conditions per game, to limit the answer's size. A game of a top league has about forty. */
const CONDITIONS = 100;

/**
 * A game as admins see it, except whether it is imported: with its visible conditions, and the outcomes of the one
 * that an import would take.
 */
function wireGame(offered: OfferedGame, several: boolean): Omit<WireGame, 'imported'> {
  const { game, conditions, names } = offered;
  const main = chooseMainMarket(offered);
  const { others, dropped } = offerMarkets(offered, main, { ...ALL, several });
  const offers = groupBy(others, ({ condition }) => condition);
  const reasons = new Map(dropped.map(({ condition, reason }) => [condition, reason]));
  const shown = conditions.filter(({ hidden }) => !hidden);
  return {
    id: game.id,
    title: game.title,
    sport: { name: game.sport.name, sportId: game.sport.id },
    league: { ...game.league },
    country: { ...game.country },
    status: statusOf(game, main),
    state: game.state,
    startsAt: game.startsAt.toISOString(),
    turnover: usdcToNumber(game.turnover),
    conditions: shown.slice(0, CONDITIONS).map((condition) => {
      const { id: conditionId, state } = condition;
      if (main.kind === 'chosen' && main.condition === condition) {
        const outcomes = main.outcomes.map(({ name, odds }) => ({ name, odds: oddsToNumber(odds) }));
        return { conditionId, state, marketName: main.marketName, group: 'result' as const, outcomes };
      }
      const [reason, made = []] = [reasons.get(condition), offers.get(condition)];
      const group = made[0]?.group;
      return {
        conditionId,
        state,
        marketName: conditionName(condition, names),
        // A condition of which only some outcomes are left out is imported.
        ...(group === undefined ? reason !== undefined && { dropped: reason } : { group }),
        ...(made.length > 1 && { markets: made.length }),
      };
    }),
  };
}

/** A condition with the choice of the settings, which may have changed since it was read. */
function withChoice({ group, ...condition }: WireCondition, groups: ReadonlySet<MarketGroup>): WireCondition {
  if (group === undefined) return condition;
  return groups.has(group) ? { ...condition, group } : { ...condition, dropped: 'not_chosen' };
}

function statusOf({ state }: FeedGame, main: MainMarket): GameStatus {
  if (state === 'Finished' || state === 'Canceled') return state;
  return state !== 'Stopped' && main.kind === 'chosen' ? 'Active' : 'Stopped';
}
