import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

const TONES = {
  warning: 'border-warning bg-warning-soft',
  negative: 'border-negative bg-negative-soft',
  info: 'border-info bg-info-soft',
};

export interface NoticeProps {
  tone: keyof typeof TONES;
  /** `alert` interrupts a screen reader, as bad news does; `status` waits. */
  role?: 'alert' | 'status';
  children: ReactNode;
  className?: string;
}

/** A message about the bet that the bettor should read before continuing. Its `NoticeActions`, if any, come last. */
export function Notice({ tone, role, children, className }: NoticeProps) {
  return (
    <div
      role={role ?? (tone === 'negative' ? 'alert' : 'status')}
      className={classNames('rounded-control border px-3.5 py-3 text-meta', TONES[tone], className)}
    >
      {children}
    </div>
  );
}

/** Buttons for the next step. */
export function NoticeActions({ children }: { children: ReactNode }) {
  return <div className="mt-2.5 flex flex-wrap gap-2">{children}</div>;
}
