import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ScrollBoxProps extends ComponentProps<'section'> {
  'aria-label': string;
}

/** A box with its own scrolling, so it is focusable and has a name. Give it a height. */
export function ScrollBox({ className, ...rest }: ScrollBoxProps) {
  const classes = classNames('overflow-y-auto overscroll-contain', className);
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
  return <section tabIndex={0} className={classes} {...rest} />;
}
