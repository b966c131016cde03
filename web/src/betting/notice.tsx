import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export interface NoticeProps {
  tone: 'warning' | 'negative' | 'info';
  /** `alert` interrupts a screen reader, `status` waits. Absent inside an element that already has a role. */
  role?: 'alert' | 'status';
  children: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
  className?: string;
}

const TONES = {
  warning: 'border-warning bg-warning-soft',
  negative: 'border-negative bg-negative-soft',
  info: 'border-info bg-info-soft',
};

/** A message about the bet that the bettor should read before continuing. */
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
