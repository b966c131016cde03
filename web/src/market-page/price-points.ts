import type { WireMarket, WireMarketHistory } from '@tallystone/core/http-api/markets';
import { shownNumber } from '../markets/shown-number.ts';

/** The probabilities of a market at one moment, as the page has seen them while it was open. */
export interface SeenPrices {
  version: number;
  /** Epoch seconds. */
  at: number;
  /** Percent by outcome id; null while an outcome could not be priced. */
  byOutcome: ReadonlyMap<string, number | null>;
}

/** One line of the chart. */
export interface PriceLine {
  id: string;
  name: string;
  /** Place in the market's own order, which gives the colour. */
  index: number;
  /** Percent, one for each of the points' `at`. */
  values: readonly (number | null)[];
}

/** What chart, table, sentence and cursor are made of, so that they agree. */
export interface PricePoints {
  /** Epoch seconds, strictly rising. At least one. */
  at: readonly number[];
  lines: readonly PriceLine[];
}

/** The prices that a market shows now. */
export function seenPrices(market: WireMarket, at: number): SeenPrices {
  const byOutcome = new Map(
    market.outcomes.map(({ id, odds, probability }) => [
      id,
      // What cannot be priced has a zero on the wire, which would be drawn as a fall.
      shownNumber(odds) === null ? null : shownNumber(probability),
    ]),
  );
  return { version: market.version, at, byOutcome };
}

/**
 * The history of the server, what has been seen since, and the price that holds at the end.
 *
 * @param seen in the order in which it was seen; what the server's answer has already is left out
 * @param endS epoch seconds up to which the last price holds: now, or the end of a market that has ended
 * @returns null when there is not a single point
 */
export function pricePoints({
  market,
  history,
  seen,
  endS,
}: {
  market: WireMarket;
  history: WireMarketHistory;
  seen: readonly SeenPrices[];
  endS: number;
}): PricePoints | null {
  const rows = new Map<number, (number | null)[]>();
  let last = Number.NEGATIVE_INFINITY;
  const add = (at: number, values: (number | null)[]) => {
    // Clocks differ by seconds: what came later never stands earlier, and of one second the last price counts.
    last = Math.max(last, Math.round(at));
    rows.set(last, values);
  };
  history.at.forEach((at, place) => {
    add(
      at,
      history.outcomes.map(({ probability }) => probability[place] ?? null),
    );
  });
  const newer = seen.filter(({ version }) => version > history.version);
  for (const { at, byOutcome } of newer) {
    add(
      at,
      history.outcomes.map(({ id }) => byOutcome.get(id) ?? null),
    );
  }
  const held = rows.get(last);
  if (held === undefined) return null;
  if (endS > last) add(endS, held);

  const at = [...rows.keys()];
  const lines = history.outcomes.flatMap(({ id }, place) => {
    const index = market.outcomes.findIndex((outcome) => outcome.id === id);
    // An outcome that the market does not have cannot be named.
    if (index < 0) return [];
    const values = [...rows.values()].map((row) => row[place] ?? null);
    return [{ id, name: market.outcomes[index]?.name ?? id, index, values }];
  });
  return { at, lines };
}
