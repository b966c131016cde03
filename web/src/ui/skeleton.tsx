import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A placeholder for something that is loading. Hidden from screen readers, which get a text instead. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} {...rest} />;
}
