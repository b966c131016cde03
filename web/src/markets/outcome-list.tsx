import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { OutcomeButton } from './outcome-button.tsx';

/** Opens the bet dialog for an outcome; the trigger gets the focus back later. */
export type PickOutcome = (pick: {
  market: WireListedMarket;
  outcome: WireOutcome;
  trigger: HTMLElement;
}) => void;

export interface OutcomeListProps {
  market: WireListedMarket;
  /** How many of the first outcomes are shown; all if absent. */
  shown?: number | undefined;
  /** The outcome in the form beside the list, if there is one. */
  chosenId?: string | undefined;
  /** No bet can be placed now; the text beside the list says why. */
  disabled: boolean;
  onPick: PickOutcome;
  /** The outcomes with their places in the market, in the order in which they are shown; the market's own if absent. */
  places?: readonly (readonly [number, WireOutcome])[] | undefined;
}

/** A button for each outcome: two are side by side, three as well if there is room, more are rows. */
export function OutcomeList({ market, shown, chosenId, disabled, onPick, places }: OutcomeListProps) {
  const outcomes = places ?? [...(market.outcomes ?? []).entries()];
  return (
    <div className="@container">
      <div className="outcomes" data-layout={layoutOf(outcomes.length)}>
        {outcomes.slice(0, shown).map(([index, outcome]) => (
          <OutcomeButton
            key={outcome.id}
            outcome={outcome}
            index={index}
            marketTitle={market.title}
            pressed={chosenId === undefined ? undefined : outcome.id === chosenId}
            disabled={disabled}
            onPick={(trigger) => onPick({ market, outcome, trigger })}
          />
        ))}
      </div>
    </div>
  );
}

function layoutOf(count: number): 'two' | 'three' | 'rows' {
  if (count === 2) return 'two';
  return count === 3 ? 'three' : 'rows';
}
