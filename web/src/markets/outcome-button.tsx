import type { WireOutcome } from '@tallystone/core/http-api/markets';
import { Highlighted } from '../finding/highlighted.tsx';
import { dollars } from '../format/dollars.ts';
import { useOddsText } from '../format/odds-format.ts';
import { t } from '../texts/t.ts';
import { usePriceChange } from './price-change.ts';
import { seriesOf } from './series.ts';
import { shownNumber } from './shown-number.ts';

export interface OutcomeButtonProps {
  outcome: WireOutcome;
  /** Place in the market's own order; ties the button to its segment of the bar. */
  index: number;
  marketTitle: string;
  /** Why no bet can be placed now; the card shows the sentence itself. */
  disabled: boolean;
  /** Given the button itself, which is where focus returns to. */
  onPick: (trigger: HTMLElement) => void;
}

/** One outcome with its chance, its odds and the stake up to which they hold. Pressing it starts a bet. */
export function OutcomeButton({ outcome, index, marketTitle, disabled, onPick }: OutcomeButtonProps) {
  const odds = shownNumber(outcome.odds);
  const probability = shownNumber(outcome.probability);
  const maxAtOdds = shownNumber(outcome.maxAtOdds);
  const priced = odds !== null && odds > 1;
  const change = usePriceChange(odds);
  const oddsText = useOddsText();
  return (
    <button
      type="button"
      className="outcome"
      data-change={change ?? undefined}
      disabled={disabled || !priced}
      onClick={(event) => onPick(event.currentTarget)}
    >
      <span className="outcome-name">
        <span aria-hidden="true" className="outcome-tooth" style={{ backgroundColor: seriesOf(index) }} />
        <span className="min-w-0 break-words">
          <Highlighted text={outcome.name} />
        </span>
      </span>{' '}
      {change && (
        <span aria-hidden="true" className="outcome-change">
          {change === 'up' ? '▲' : '▼'}
        </span>
      )}
      <span className="outcome-odds">{oddsText(odds ?? 0)}</span>{' '}
      {/* What a server leaves out is a zero. NaN never comes from one: a preview has no chance to tell yet. */}
      {!Number.isNaN(outcome.probability) && (
        <span className="outcome-chance">{t('card.chance', { percent: (probability ?? 0).toFixed(1) })}</span>
      )}{' '}
      <span className="outcome-hold">
        {!priced && t('card.noPrice')}
        {priced && maxAtOdds !== null && (
          <>
            <span className="outcome-hold-verb">{t('card.holds')} </span>
            {t('card.upTo', { amount: usd(maxAtOdds) })}
          </>
        )}
      </span>
      <span className="sr-only">, {t('card.betOn', { outcome: outcome.name, market: marketTitle })}</span>
    </button>
  );
}

/** Whole dollars from $100 up, where cents only make the line longer; always rounded down, it is a promise. */
function usd(amount: number): string {
  const text = dollars(amount);
  return amount >= 100 ? text.replace(/\.\d\d$/, '') : text;
}
