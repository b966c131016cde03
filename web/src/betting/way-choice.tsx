import { t } from '../texts/t-account.ts';
import type { CashOutWay } from './cash-out-slip.ts';

const WAYS = [
  { way: 'now', words: 'cashOut.wayNow' },
  { way: 'automatic', words: 'cashOut.wayAutomatic' },
] as const;

export interface WayChoiceProps {
  way: CashOutWay;
  onChoose: (way: CashOutWay) => void;
  disabled: boolean;
}

/** Whether a bet is sold now, or once it is worth an amount. */
export function WayChoice({ way, onChoose, disabled }: WayChoiceProps) {
  return (
    <fieldset disabled={disabled} className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('cashOut.way')}</legend>
      {WAYS.map(({ way: each, words }) => (
        <label
          key={each}
          className="flex min-h-11 flex-auto cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 text-secondary has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name="cash-out-way"
            className="accent-primary outline-none"
            // Uncontrolled, because with `checked` React reverts a click until it has rendered the new state.
            defaultChecked={each === way}
            onChange={() => onChoose(each)}
          />
          {t(words)}
        </label>
      ))}
    </fieldset>
  );
}
