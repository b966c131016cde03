import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive';
  size?: 'default' | 'small' | 'large' | 'icon';
  /** Styles its only child instead, for a link that looks like a button. */
  asChild?: boolean;
}

/** A button at least 44 px high. `type` is "button" by default, so it never submits by accident. */
export function Button({ variant = 'primary', size = 'default', asChild, className, ...rest }: ButtonProps) {
  const classes = classNames('btn', `btn-${variant}`, size !== 'default' && `btn-${size}`, className);
  if (asChild) return <Slot.Root className={classes} {...rest} />;
  return <button type="button" className={classes} {...rest} />;
}
