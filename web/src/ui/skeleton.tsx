import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The place of something that is on its way; hidden from screen readers, which get words instead. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} {...rest} />;
}
