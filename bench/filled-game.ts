import type { StandInCondition, StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import type { Admin } from './admin.ts';
import { checkBooks } from './check-books.ts';
import type { Reader } from './database.ts';
import { fillGame } from './fill-game.ts';
import { placeQuotedBet } from './house-market.ts';
import type { MarketEnd } from './paid-market.ts';
import type { Random } from './random.ts';
import { signInBettor } from './sign-in-bettor.ts';

/** How long before now the game turns out to have begun: the filled bets cover a week, so one in fourteen is late. */
const BEGAN_AGO_SECONDS = 12 * 3_600;

const LEAST_MARKETS = 40;
/** What a bet with a signature may win, USDC. With more, the market's budget might not cover the bets that fill it, too. */
const MOST_WON = 40;
/** All bets on such a market are on the same side, so its cap is soon used up. */
const MOST_ONE_SIDED = 50;

/** A game of the feed with all its markets, each full of bets. */
export interface FilledGame {
  readonly gameId: string;
  readonly markets: readonly GameMarket[];
}

interface GameMarket {
  readonly marketId: string;
  readonly conditionId: string;
  /** How many outcomes win. */
  readonly winners: number;
  /** `feedId`: null for the other side of an outcome that is decided by itself. */
  readonly outcomes: readonly { readonly id: string; readonly feedId: string | null }[];
}

/** How a game ended. */
export interface PlayedGame {
  readonly ends: readonly MarketEnd[];
  /** Those of them of which the feed names too few or too many winners, so that an admin decides them. */
  readonly unclear: readonly MarketEnd[];
}

/** Imports a game with every line, bets on each market with a wallet that signs, and fills the markets. */
export async function openFilledGame(
  { standIn, port, admin, reader }: { standIn: StandInProcess; port: number; admin: Admin; reader: Reader },
  game: { gameId: string; random: Random; bets: { main: number; others: number } },
): Promise<FilledGame> {
  const { gameId, random, bets } = game;
  await standIn.control('lines', { gameId });
  await admin.importGames([gameId]);
  const rows = await reader.rows(`
    select m.id, m.is_main, m.winners, m.azuro_condition_id as condition, (
      select json_agg(json_build_object('id', o.id, 'feedId', o.azuro_outcome_id, 'odds', o.feed_odds) order by o.position)
      from outcomes o where o.market_id = m.id) as outcomes
    from markets m where m.game_id = '${gameId}' order by m.id`);
  const markets = rows.map(({ id, condition, winners, outcomes }) => ({
    marketId: String(id),
    conditionId: String(condition),
    winners: Number(winners),
    // As the statement makes them.
    outcomes: JSON.parse(String(outcomes)) as { id: string; feedId: string | null; odds: number | null }[],
  }));
  if (markets.length < LEAST_MARKETS) throw new Error(`${gameId} has only ${markets.length} markets`);
  const connection = new HttpConnection(port);
  const bettor = await signInBettor(connection, random);
  for (const { marketId, outcomes } of markets) {
    const { id: outcomeId, odds } = random.pick(outcomes.filter(({ feedId }) => feedId !== null));
    const cents = Math.min(random.between(100, 500), Math.floor((100 * MOST_WON) / ((odds ?? 0) / 1e6)));
    await placeQuotedBet(connection, { bettor, marketId, outcomeId, amount: cents / 100 });
  }
  connection.close();
  const mainId = rows.find(({ is_main }) => is_main === 'true' || is_main === 't')?.id;
  const sizes = markets.map(({ marketId, outcomes }) => {
    const isOneSided = outcomes.some(({ feedId }) => feedId === null);
    const most = marketId === mainId ? bets.main : bets.others;
    return { marketId, bets: isOneSided ? Math.min(most, MOST_ONE_SIDED) : most };
  });
  await fillGame(reader, { markets: sizes });
  const broken = await checkBooks(reader);
  if (broken.length > 0) throw new Error(`the filled books are wrong: ${broken.join('; ')}`);
  return { gameId, markets };
}

/**
 * The feed says that the game began half a day ago and is over, with a score that decides its markets. Of some it cancels
 * the condition, and of a double chance and another market it names another number of winners than they have.
 */
export async function playGame(standIn: StandInProcess, game: FilledGame): Promise<PlayedGame> {
  const { gameId, markets } = game;
  const startsAt = Math.floor(Date.now() / 1_000) - BEGAN_AGO_SECONDS;
  await standIn.control('game', { gameId, state: 'Live', startsAt });
  const began = new Date(1_000 * startsAt);
  const conditions = new Map(
    (await standIn.conditionsOf([gameId])).map((condition) => [condition.conditionId, condition]),
  );
  const played = markets.map((market) => {
    const condition = conditions.get(market.conditionId);
    const { state = 'missing' } = condition ?? {};
    if (condition === undefined || (state !== 'Resolved' && state !== 'Canceled'))
      throw new Error(`${market.conditionId} is ${state}`);
    return { ...market, won: winnersOf(market, condition) };
  });
  // Players are left as they played.
  const [single, ...others] = played.filter(
    ({ winners, won, outcomes }) =>
      winners === 1 && won.length === 1 && outcomes.every(({ feedId }) => feedId !== null),
  );
  const [double] = played.filter(({ winners, won }) => winners === 2 && won.length === 2);
  if (single === undefined || double === undefined) throw new Error(`${gameId} decides too few markets`);
  const canceled = others.slice(0, 2);
  for (const { conditionId } of canceled) {
    await standIn.control('resolve', { conditionId, wonOutcomeIds: [] });
    await standIn.control('condition', { conditionId, state: 'Canceled' });
  }
  for (const { conditionId, outcomes, winners } of [single, double]) {
    const wonOutcomeIds = outcomes.slice(0, 3 - winners).map(({ feedId }) => feedId ?? '');
    await standIn.control('resolve', { conditionId, wonOutcomeIds });
  }
  const endOf = (market: (typeof played)[number]): MarketEnd => ({
    marketId: market.marketId,
    won: canceled.includes(market) ? [] : market.won.map(({ id }) => id),
    began,
  });
  return { ends: played.map(endOf), unclear: [single, double].map(endOf) };
}

/** The outcomes that win by the feed's answer; none if the market is void. */
function winnersOf(
  { outcomes }: GameMarket,
  { outcomes: said, wonOutcomeIds = [] }: StandInCondition,
): GameMarket['outcomes'] {
  const won = outcomes.filter(({ feedId }) => feedId !== null && wonOutcomeIds.includes(feedId));
  const other = outcomes.find(({ feedId }) => feedId === null);
  if (won.length > 0 || other === undefined) return won;
  const own = said.find(({ outcomeId }) => outcomes.some(({ feedId }) => feedId === outcomeId));
  return own?.state === 'Lost' ? [other] : [];
}
