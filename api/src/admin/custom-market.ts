import type { CheckedMarket } from '@tallystone/core/markets/check-new-market';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { NewMarket } from '../markets/open-market.ts';

/** Turns a checked market into what `openMarket` takes. */
export function customMarket(market: CheckedMarket, lossBudget: MicroUsdc): NewMarket {
  const { outcomes, probabilities } = market;
  return {
    ...market,
    outcomes: outcomes.map((name, place) => ({ name, probability: probabilities[place] ?? 1 })),
    source: 'custom',
    lossBudget,
  };
}
