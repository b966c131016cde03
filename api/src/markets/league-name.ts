/** A league with its country, such as `Premier League, England`, as several countries have one. Empty if neither is known. */
export function leagueName({ league, country }: { league: string; country: string }): string {
  return [league, country].filter((each) => each !== '').join(', ');
}
