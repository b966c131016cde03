/**
 * Game and condition ids of a season. Season 0 keeps the fixture's ids. Later seasons get different ids of the same
 * length and form, so their games count as new.
 */
export function seasonIds(season: number): {
  game(fixtureId: string): string;
  condition(fixtureId: string): string;
} {
  const game = (id: string) => `${GAME}${salt(season, id.slice(4, 12))}${id.slice(12)}`;
  return {
    game,
    // '3', '5' or '6', the provider, the game's id, a serial number.
    condition: (id) => `${id.slice(0, 4)}${game(id.slice(4, 26))}${id.slice(26)}`,
  };
}

/** The id of the data provider of all games in the fixture. */
const GAME = '1006';

function salt(season: number, digits: string): string {
  return String((Number(digits) + season) % 10 ** digits.length).padStart(digits.length, '0');
}
