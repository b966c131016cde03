import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A bordered surface without a shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('card', className)} {...rest} />;
}
