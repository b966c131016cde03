import type { WireOutcome } from '@tallystone/core/http-api/markets';
import { Highlighted } from '../finding/highlighted.tsx';
import { dollars } from '../format/dollars.ts';
import { useOddsText } from '../format/odds-format.ts';
import { shownNumber } from '../format/shown-number.ts';
import { t } from '../texts/t.ts';
import { usePriceChange } from './price-change.ts';
import { seriesOf } from './series.ts';

export interface OutcomeButtonProps {
  outcome: WireOutcome;
  /** The outcome's place in the market's order; gives the colour that the button shares with its segment of the bar. */
  index: number;
  marketTitle: string;
  /** Whether it is in the form beside the list, if there is one. */
  pressed?: boolean | undefined;
  /** No bet can be placed now; the card says why. */
  disabled: boolean;
  /** Called with the button itself, which gets the focus back later. */
  onPick: (trigger: HTMLElement) => void;
}

/** One outcome with its probability, its odds and the largest stake at those odds. Pressing it starts a bet. */
export function OutcomeButton({
  outcome,
  index,
  marketTitle,
  pressed,
  disabled,
  onPick,
}: OutcomeButtonProps) {
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
      aria-pressed={pressed}
      data-change={change ?? undefined}
      disabled={disabled || !priced}
      onClick={(event) => onPick(event.currentTarget)}
    >
      <span className="outcome-name">
        <span aria-hidden="true" className="outcome-tooth" style={{ backgroundColor: seriesOf(index) }} />
        <span className="min-w-0">
          <Highlighted text={outcome.name} />
        </span>
      </span>{' '}
      {change && (
        // In the corner, so that nothing moves when it appears.
        <span
          aria-hidden="true"
          className="absolute top-0.75 right-1.5 text-[0.625rem] leading-[1] text-info"
        >
          {change === 'up' ? '▲' : '▼'}
        </span>
      )}
      <span className="outcome-odds">{oddsText(odds ?? 0)}</span>{' '}
      {/* A missing probability counts as zero. NaN means that there is none to show, as in a preview. */}
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

/** Leaves out cents from $100 up to keep the line short. Rounds down, because the amount is a promise. */
function usd(amount: number): string {
  const text = dollars(amount);
  return amount >= 100 ? text.replace(/\.\d\d$/, '') : text;
}
