/**
 * Game and condition ids of a season. A later season's games have ids of their own, of the same length and
 * grammar, so that they are new games for whoever imports them; season 0 keeps those of the fixture.
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

/** Of the data provider that all games of the fixture come from. */
const GAME = '1006';

function salt(season: number, digits: string): string {
  return String((Number(digits) + season) % 10 ** digits.length).padStart(digits.length, '0');
}
