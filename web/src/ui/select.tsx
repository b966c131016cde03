import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { classNames } from './class-names.ts';
import { styleNonce } from './style-nonce.ts';

export interface SelectOption<V extends string = string> {
  /** Never empty: an empty value is what stands for "nothing chosen". */
  value: V;
  label: string;
  disabled?: boolean;
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
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  onBlur?: () => void;
  className?: string;
}

/** One of a list. Arrows, typing and Home/End choose; Esc closes. */
export function Select<V extends string>({
  value,
  onValueChange,
  options,
  placeholder = 'Choose',
  disabled,
  className,
  ...trigger
}: SelectProps<V>) {
  return (
    <Primitive.Root
      value={value}
      // The primitive can only answer with the value of one of the options.
      onValueChange={(next) => onValueChange(next as V)}
      {...(disabled !== undefined && { disabled })}
    >
      <Primitive.Trigger className={classNames('select', className)} {...trigger}>
        <span className="select-value">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon asChild>
          <ChevronDown aria-hidden="true" className="size-4 flex-none text-muted" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content position="popper" sideOffset={4} collisionPadding={8} className="menu select-menu">
          <Primitive.Viewport nonce={styleNonce()} className="select-viewport">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled === true}
                className="menu-item"
              >
                <span className="min-w-0 flex-1 break-words">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                </span>
                <Primitive.ItemIndicator>
                  <Check aria-hidden="true" className="size-4" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
