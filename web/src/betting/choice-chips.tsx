import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';

export interface ChoiceChipsProps<T extends string | number> {
  legend: string;
  /** Without it only screen readers get the legend. */
  isLegendShown?: boolean;
  choices: readonly { value: T; label: string }[];
  /** The one at first, and as long as the bettor chooses no other. */
  value: T;
  onChoose: (value: T) => void;
  disabled: boolean;
}

/** A few choices in a row, of which one applies. */
export function ChoiceChips<T extends string | number>({
  legend,
  isLegendShown = false,
  choices,
  value,
  onChoose,
  disabled,
}: ChoiceChipsProps<T>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-wrap gap-2">
      <legend className={classNames(isLegendShown ? 'mb-1.5 text-secondary font-semibold' : 'sr-only')}>
        {legend}
      </legend>
      {choices.map(({ value: each, label }) => (
        <label
          key={each}
          className="flex min-h-11 flex-auto cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 text-secondary has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name={name}
            className="accent-primary outline-none"
            // Uncontrolled, because with `checked` React reverts a click until it has rendered the new state.
            defaultChecked={each === value}
            onChange={() => onChoose(each)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
