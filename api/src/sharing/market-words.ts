import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { pricedOutcomes } from '@tallystone/core/markets/priced-outcomes';
import { formatVolume } from '@tallystone/core/markets/volume';
import { winningOutcomes } from '@tallystone/core/markets/winning-outcomes';
import { utcMinute } from '@tallystone/core/utc-minute';

/** The text of link previews of a market, in English because a preview's language isn't known. */

/** The likeliest outcomes. Equal ones keep their order, and outcomes without a price come last. */
export function leading(market: WireMarket, most: number): WireOutcome[] {
  return [...pricedOutcomes(market)].sort((a, b) => b.probability - a.probability).slice(0, most);
}

/** Such as `54.2%`. */
export const chanceOf = ({ probability }: WireOutcome): string => `${probability.toFixed(1)}%`;

/** Such as `1.85`, or `no price yet`. */
export const oddsOf = ({ odds }: WireOutcome): string => (odds === null ? 'no price yet' : odds.toFixed(2));

/** The market's state in a few words. */
export function standing(market: WireMarket): string {
  switch (market.state) {
    case 'open':
      return `Betting closes ${utcMinute(new Date(market.closesAt))}`;
    case 'suspended':
      return 'Betting is suspended';
    case 'closed':
    case 'resolving':
      return 'Betting has closed';
    case 'settled':
      return `Result: ${resultOf(market)}`;
    case 'void':
      return 'Void: every open stake was refunded';
  }
}

/** The winners of a settled market, such as `Blue`; in any language `Ada Example: no` if only Ada had odds, and didn't win. */
export function resultOf(market: WireMarket): string {
  const won = winningOutcomes(market);
  const lost = pricedOutcomes(market).filter((outcome) => market.oneSided && !won.includes(outcome));
  const names = lost.length > 0 ? lost.map(({ name }) => `${name}: no`) : won.map(({ name }) => name);
  return names.join(', ');
}

/** A few sentences with the leading outcomes, the state and the volume. */
export function describe(market: WireMarket): string {
  const { state, volume, winners = 1 } = market;
  const hasEnded = state === 'settled' || state === 'void';
  const prices = leading(market, 3).map((outcome) =>
    state === 'open'
      ? `${outcome.name} ${chanceOf(outcome)} at ${oddsOf(outcome)}`
      : `${outcome.name} ${chanceOf(outcome)}`,
  );
  const rest = pricedOutcomes(market).length - prices.length;
  return [
    ...(hasEnded ? [] : [`${prices.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`]),
    ...(hasEnded || winners === 1 ? [] : [`${winners} of the ${market.outcomes.length} outcomes win.`]),
    `${standing(market)}.`,
    `Volume ${formatVolume(volume)}.`,
  ].join(' ');
}
