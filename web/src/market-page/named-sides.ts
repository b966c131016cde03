import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { pricedOutcomes } from '@tallystone/core/markets/priced-outcomes';
import { t } from '../texts/t-market-page.ts';

/**
 * A market of which one side has odds, with a name for the other one that also says of what it is the other side, such as
 * `Ada Example: no`. Any other market stays as it is.
 */
export function withNamedSides<M extends Pick<WireListedMarket, 'oneSided' | 'outcomes'>>(market: M): M {
  const [priced, ...others] = market.outcomes;
  if (!market.oneSided || priced === undefined) return market;
  const name = t('marketPage.otherSide', { outcome: priced.name });
  return { ...market, outcomes: [priced, ...others.map((other) => ({ ...other, name }))] };
}

/** The market with only the outcomes that can ever have odds. */
export function withPricedSides<M extends Pick<WireListedMarket, 'oneSided' | 'outcomes'>>(market: M): M {
  return market.oneSided ? { ...market, outcomes: [...pricedOutcomes(market)] } : market;
}
