import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** A good or bad verdict in large letters, with its reason. */
export function Verdict({ good, title, children }: { good: boolean; title: string; children: ReactNode }) {
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <div
      className={`mt-4 flex items-start gap-4 rounded-card border p-5 ${good ? 'border-positive bg-positive-soft' : 'border-negative bg-negative-soft'}`}
    >
      <Icon aria-hidden="true" className={`size-8 flex-none ${good ? 'text-positive' : 'text-negative'}`} />
      <div className="min-w-0">
        <p className="font-display text-title font-bold">{title}</p>
        <p className="mt-1 text-secondary">{children}</p>
      </div>
    </div>
  );
}
