import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** What it does is in progress: pressing does nothing. Not disabled, because a disabled button loses the focus. */
  busy?: boolean;
}

/** A button at least 44 px high. `type` is "button" by default, so it never submits by accident. */
export function Button({ variant, size, className, busy, ...rest }: ButtonProps) {
  const state = busy === undefined ? {} : { 'aria-busy': busy, 'aria-disabled': busy };
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, className })}
      {...state}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
    />
  );
}
