import type { WireListedMarket, WireMarketHistory } from '@tallystone/core/http-api/markets';
import { shownNumber } from '../format/shown-number.ts';

/** The probabilities of a market at one moment, recorded while the page was open. */
export interface SeenPrices {
  version: number;
  /** Epoch seconds. */
  at: number;
  /** Percent by outcome id; null if the outcome had no price. */
  byOutcome: ReadonlyMap<string, number | null>;
}

/** One line of the chart. */
export interface PriceLine {
  id: string;
  name: string;
  /** The outcome's place in the market's order, which gives the colour. */
  index: number;
  /** Percent, one value for each moment in `at`. */
  values: readonly (number | null)[];
}

/** The data of the chart, table, sentence and cursor, so that they agree. */
export interface PricePoints {
  /** Epoch seconds, strictly rising. At least one. */
  at: readonly number[];
  lines: readonly PriceLine[];
}

/** The market's current prices. */
export function seenPrices(market: WireListedMarket, at: number): SeenPrices {
  const byOutcome = new Map(
    market.outcomes.map(({ id, odds, probability }) => [
      id,
      // An outcome without a price has probability zero on the wire, which the chart would draw as a fall.
      shownNumber(odds) === null ? null : shownNumber(probability),
    ]),
  );
  return { version: market.version, at, byOutcome };
}

/**
 * Combines the server's history, the prices seen since then, and the last price, continued to the end.
 *
 * @param seen oldest first; prices that the server's history already has are left out
 * @param endS epoch seconds up to which the last price applies: now, or the end of a market that has ended
 * @returns null if there are no points
 */
export function pricePoints({
  market,
  history,
  seen,
  endS,
}: {
  market: WireListedMarket;
  history: WireMarketHistory;
  seen: readonly SeenPrices[];
  endS: number;
}): PricePoints | null {
  const rows = new Map<number, (number | null)[]>();
  let last = Number.NEGATIVE_INFINITY;
  const add = (at: number, values: (number | null)[]) => {
    // Clocks differ by seconds, so a later price never gets an earlier time. Within one second the last price counts.
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
  const lastRow = rows.get(last);
  if (lastRow === undefined) return null;
  if (endS > last) add(endS, lastRow);

  const at = [...rows.keys()];
  const lines = history.outcomes.flatMap(({ id }, place) => {
    const index = market.outcomes.findIndex((outcome) => outcome.id === id);
    // Skips an outcome that isn't in the market, because its name is unknown.
    if (index < 0) return [];
    const values = [...rows.values()].map((row) => row[place] ?? null);
    return [{ id, name: market.outcomes[index]?.name ?? id, index, values }];
  });
  return { at, lines };
}
