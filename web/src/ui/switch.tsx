import '../styles/switch.css';
import { Switch as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** An on/off switch. Give it a label: `id` and a `<label htmlFor>`, or `aria-label`. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root className={classNames('switch', className)} {...rest}>
      <Primitive.Thumb className="switch-thumb" />
    </Primitive.Root>
  );
}
