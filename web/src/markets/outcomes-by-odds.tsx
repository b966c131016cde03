import type { WireOutcome } from '@tallystone/core/http-api/markets';
import { shownNumber } from '../format/shown-number.ts';
import { OutcomeList, type OutcomeListProps } from './outcome-list.tsx';

/** Fewer outcomes have a place of their own beside each other. */
const FEWEST_ROWS = 4;

/**
 * The outcomes of a market, on its page and its game's: in rows, those without odds are last. They can't win any more, such as a score
 * that the game has passed, or nothing is offered on them now.
 */
export function OutcomesByOdds(props: Omit<OutcomeListProps, 'places'>) {
  const places = [...props.market.outcomes.entries()];
  if (places.length < FEWEST_ROWS) return <OutcomeList {...props} />;
  const sorted = [
    ...places.filter(([, outcome]) => hasOdds(outcome)),
    ...places.filter(([, outcome]) => !hasOdds(outcome)),
  ];
  return <OutcomeList {...props} places={sorted} />;
}

const hasOdds = ({ odds }: WireOutcome) => (shownNumber(odds) ?? 0) > 1;
