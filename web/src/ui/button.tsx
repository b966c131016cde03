import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive';
  size?: 'default' | 'small' | 'large' | 'icon';
  /** Styles its only child instead, for a link that looks like a button. */
  asChild?: boolean;
  /** What it does is in progress: pressing does nothing. Not disabled, because a disabled button loses the focus. */
  busy?: boolean;
}

/** A button at least 44 px high. `type` is "button" by default, so it never submits by accident. */
export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'default', asChild, busy, className, ...rest } = props;
  const classes = classNames('btn', `btn-${variant}`, size !== 'default' && `btn-${size}`, className);
  if (asChild) return <Slot.Root className={classes} {...rest} />;
  const state = busy === undefined ? {} : { 'aria-busy': busy, 'aria-disabled': busy };
  return (
    <button
      type="button"
      className={classes}
      {...state}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
    />
  );
}
