import { classNames } from './class-names.ts';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | undefined;
  size?: 'default' | 'small' | 'large' | 'icon' | undefined;
  className?: string | undefined;
}

/** The classes of a button, also for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'default', className }: ButtonLook = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'default' && `btn-${size}`, className);
}
