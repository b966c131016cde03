import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface BadgeProps extends ComponentProps<'span'> {
  variant?: 'default' | 'secondary' | 'destructive' | 'outline' | 'live' | 'upcoming' | 'practice';
}

/** A short label. The word has the meaning; the colour only repeats it. */
export function Badge({ variant = 'default', className, children, ...rest }: BadgeProps) {
  return (
    <span className={classNames('badge', `badge-${variant}`, className)} {...rest}>
      {variant === 'live' && <span className="pulse-dot" aria-hidden="true" />}
      {children}
    </span>
  );
}
