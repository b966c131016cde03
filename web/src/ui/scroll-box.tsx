import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ScrollBoxProps extends ComponentProps<'section'> {
  'aria-label': string;
}

/** A box that scrolls by itself, so it can be reached by keyboard and has a name. Give it a height. */
export function ScrollBox({ className, ...rest }: ScrollBoxProps) {
  const classes = classNames('overflow-y-auto overscroll-contain', className);
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
  return <section tabIndex={0} className={classes} {...rest} />;
}
