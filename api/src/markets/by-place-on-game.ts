import { MARKET_GROUPS, type MarketGroup } from '@tallystone/core/http-api/market-group';

interface Placed {
  readonly group: MarketGroup;
  readonly name: string;
  readonly line: number | null;
}

/**
 * The order of the markets of a game: by group, name and line. The question about the whole game has the shortest name, so it
 * comes first; the parts of a game stay together. Equal ones keep their order.
 */
export function byPlaceOnGame(a: Placed, b: Placed): number {
  return (
    MARKET_GROUPS.indexOf(a.group) - MARKET_GROUPS.indexOf(b.group) ||
    (a.group === 'period' ? 0 : a.name.length - b.name.length) ||
    a.name.localeCompare(b.name, 'en') ||
    (a.line ?? 0) - (b.line ?? 0)
  );
}
