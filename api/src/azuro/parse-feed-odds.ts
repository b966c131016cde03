import { type MicroOdds, microOdds } from '@tallystone/core/money/micro-usdc';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { NotUnderstood } from './feed-value.ts';

const DECIMAL = /^(0|[1-9]\d{0,3})(?:\.(\d{1,18}))?$/;
const EVENS = 1_000_000n;

/**
 * Parses the feed's decimal odds, as text or number. Floors them to two decimals, so that we never promise more than
 * the feed does.
 *
 * @returns micro-odds from 1.01 to 1000.00; null from 1 to below 1.01, which the feed sends if no bets are possible
 * @throws NotUnderstood for anything else
 */
export function parseFeedOdds(value: unknown): MicroOdds | null {
  const match = typeof value === 'string' || typeof value === 'number' ? DECIMAL.exec(String(value)) : null;
  if (match === null) throw new NotUnderstood('its odds are not a number that odds can be');
  const [, whole = '0', decimals = ''] = match;
  const odds = BigInt(whole + decimals.padEnd(2, '0').slice(0, 2)) * ODDS_STEP;
  if (odds < EVENS) throw new NotUnderstood('its odds are below 1');
  if (odds > HIGHEST_ODDS) throw new NotUnderstood('its odds are above 1000');
  return odds < LOWEST_ODDS ? null : microOdds(odds);
}
