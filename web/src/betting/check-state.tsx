import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

const LOOKS = {
  good: { box: 'border-positive bg-positive-soft', text: 'text-positive', icon: CircleCheck },
  bad: { box: 'border-negative bg-negative-soft', text: 'text-negative', icon: CircleAlert },
  open: { box: 'border-line-strong bg-sunk', text: undefined, icon: CircleHelp },
} as const;

export interface CheckStateProps {
  result: keyof typeof LOOKS;
  title: string;
  /** Replaces the icon of the result. */
  mark?: ReactNode;
  children?: ReactNode;
}

/** The result of a receipt check, in its colour. A bad result interrupts screen readers. */
export function CheckState({ result, title, mark, children }: CheckStateProps) {
  const { box, text, icon: Icon } = LOOKS[result];
  return (
    <div
      role={result === 'bad' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-control border px-3.5 py-3 text-meta ${box}`}
    >
      {mark ?? (
        <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 flex-none', text ?? 'text-muted')} />
      )}
      <div>
        <p className={classNames('font-semibold', text)}>{title}</p>
        {children}
      </div>
    </div>
  );
}
