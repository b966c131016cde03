import { ChevronDown } from 'lucide-react';
import { t } from '../texts/t.ts';
import { classNames } from './class-names.ts';

interface SelectOption<V extends string = string> {
  /** Never empty: an empty value means "nothing chosen". */
  value: V;
  label: string;
}

export interface SelectProps<V extends string = string> {
  /** `''` while nothing is chosen; the placeholder is shown then. */
  value: V | '';
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  disabled?: boolean;
  /** For the `htmlFor` of a label. Without one, give `aria-label`. */
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  onBlur?: () => void;
  className?: string;
}

/**
 * A select box. The browser's own element: phones show their own list for it, and Radix's primitive writes a style as
 * text into the page, which the content policy (Trusted Types) refuses.
 */
export function Select<V extends string>({
  value,
  onValueChange,
  options,
  placeholder = t('controls.choose'),
  className,
  ...rest
}: SelectProps<V>) {
  return (
    <span className={classNames('select', className)}>
      <select
        value={value}
        data-placeholder={value === '' || undefined}
        // Always the value of an option; the placeholder can't be chosen.
        onChange={(event) => onValueChange(event.currentTarget.value as V)}
        {...rest}
      >
        {value === '' && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="size-4" />
    </span>
  );
}
