import { type ComponentProps, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some but not all of the items are selected. */
  indeterminate?: boolean;
}

/**
 * A checkbox with a 44 px target. The browser's own element, because ten thousand rows may each have one.
 * Give it a label: `<label>` around it, `id` and `htmlFor`, or `aria-label`.
 */
export function Checkbox({ indeterminate = false, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A property without an HTML attribute.
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={box} type="checkbox" className={classNames('checkbox', className)} {...rest} />;
}
