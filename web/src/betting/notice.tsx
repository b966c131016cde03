import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export interface NoticeProps {
  tone: 'warning' | 'negative' | 'info';
  /** `alert` interrupts a screen reader, `status` waits; absent inside of what has one. */
  role?: 'alert' | 'status';
  children: ReactNode;
  /** What can be done about it. */
  actions?: ReactNode;
  className?: string;
}

const TONES = {
  warning: 'border-warning bg-warning-soft',
  negative: 'border-negative bg-negative-soft',
  info: 'border-info bg-info-soft',
};

/** Something about the bet that has to be read before going on. */
export function Notice({ tone, role, children, actions, className }: NoticeProps) {
  return (
    <div
      role={role}
      className={classNames('rounded-control border px-3.5 py-3 text-meta', TONES[tone], className)}
    >
      {children}
      {actions && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
