import type { WireGame } from '@tallystone/core/http-api/azuro';

export interface GameFilter {
  /** Null: every sport. */
  sport: string | null;
  search: string;
  activeOnly: boolean;
}

export const NO_FILTER: GameFilter = { sport: null, search: '', activeOnly: false };

/** The games that match the sport, the status and a case-insensitive text in the title or league name. */
export function filterGames(games: readonly WireGame[], filter: GameFilter): WireGame[] {
  const text = filter.search.trim().toLowerCase();
  return games.filter(
    (game) =>
      (filter.sport === null || game.sport.name === filter.sport) &&
      (!filter.activeOnly || game.status === 'Active') &&
      (text === '' ||
        game.title.toLowerCase().includes(text) ||
        game.league.name.toLowerCase().includes(text)),
  );
}

/** Why a game can't be imported; null if it can. */
export function whyNotChosen(game: WireGame, now: Date): 'imported' | 'already started' | null {
  if (game.imported) return 'imported';
  return hasStarted(game, now) ? 'already started' : null;
}

/** Upcoming games first, soonest on top; then the games that have started. */
export function orderGames(games: readonly WireGame[], now: Date): WireGame[] {
  return games.toSorted(
    (a, b) =>
      Number(hasStarted(a, now)) - Number(hasStarted(b, now)) ||
      Date.parse(a.startsAt) - Date.parse(b.startsAt),
  );
}

function hasStarted(game: WireGame, now: Date): boolean {
  return game.state === 'Live' || Date.parse(game.startsAt) <= now.getTime();
}
