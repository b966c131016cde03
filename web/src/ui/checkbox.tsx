import { type ComponentProps, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some of what it stands for is chosen, not all. */
  indeterminate?: boolean;
}

/**
 * A tick box with a target of 44 px. The browser's own element: ten thousand rows may each have one.
 * Give it a label: `<label>` around it, `id` and `htmlFor`, or `aria-label`.
 */
export function Checkbox({ indeterminate = false, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // There is no attribute for it.
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={box} type="checkbox" className={classNames('checkbox', className)} {...rest} />;
}
