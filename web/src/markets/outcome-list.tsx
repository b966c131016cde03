import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { OutcomeButton } from './outcome-button.tsx';

/** Hands an outcome to the bet flow; focus returns to the trigger. */
export type PickOutcome = (pick: { market: WireMarket; outcome: WireOutcome; trigger: HTMLElement }) => void;

export interface OutcomeListProps {
  market: WireMarket;
  /** How many of its outcomes are shown, the first ones; all when absent. */
  shown?: number;
  /** Why no bet can be placed now stands beside it. */
  disabled: boolean;
  onPick: PickOutcome;
}

/** A button for each outcome: two stand side by side, three do where there is room, more are rows. */
export function OutcomeList({ market, shown, disabled, onPick }: OutcomeListProps) {
  const outcomes = market.outcomes ?? [];
  return (
    <div className="@container">
      <div className="outcomes" data-layout={layoutOf(outcomes.length)}>
        {outcomes.slice(0, shown).map((outcome, index) => (
          <OutcomeButton
            key={outcome.id}
            outcome={outcome}
            index={index}
            marketTitle={market.title}
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
