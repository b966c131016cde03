import { type ReactNode, type RefObject, useId } from 'react';
import { t } from '../texts/t-bet.ts';
import { classNames } from '../ui/class-names.ts';
import { stepAmount } from './step-amount.ts';

const CHIPS = ['5', '10', '25', '50'].map((amount) => ({ amount, label: `$${amount}` }));

export interface AmountFieldProps {
  /** Default: that of a stake. */
  label?: string;
  text: string;
  onChange: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
  /** The amounts that can be set with one press. Default: those of a stake. */
  chips?: readonly { amount: string; label: string }[];
  /** The amount that "Max" sets; null hides the button. */
  max: string | null;
  /** Shown under the field and announced with it. */
  error: string | null;
  readOnly: boolean;
  /** Beside the label: whether the odds are live. */
  mark?: ReactNode;
}

/** An amount in USDC: typed, stepped by Up and Down (by 10 with Shift), or set by a chip. */
export function AmountField({
  label = t('bet.amountLabel'),
  text,
  onChange,
  input,
  chips = CHIPS,
  max,
  error,
  readOnly,
  mark,
}: AmountFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="text-secondary font-semibold">
          {label}
        </label>
        {mark}
      </div>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0.00"
        className={classNames(
          'field mt-1.5 min-h-13 text-odds font-semibold',
          error !== null && 'border-negative',
        )}
        value={text}
        readOnly={readOnly}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          const dollars = event.shiftKey ? 10 : 1;
          onChange(stepAmount(text, event.key === 'ArrowUp' ? dollars : -dollars));
        }}
      />
      {error !== null && (
        <p id={errorId} className="mt-1.5 text-meta text-negative">
          {error}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would put a legend into the middle of the form */}
      <div role="group" aria-label={t('bet.setAmount')} className="mt-2.5 flex flex-wrap gap-2 empty:hidden">
        {chips.map((chip) => (
          <Chip key={chip.amount} disabled={readOnly} onClick={() => onChange(chip.amount)}>
            {chip.label}
          </Chip>
        ))}
        {max !== null && (
          <Chip disabled={readOnly} onClick={() => onChange(max)}>
            {t('bet.max')}
          </Chip>
        )}
      </div>
    </div>
  );
}

function Chip({
  children,
  disabled,
  onClick,
}: {
  children: React.ReactNode;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="btn btn-secondary btn-small flex-1"
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
