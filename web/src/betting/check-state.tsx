import type { ReactNode } from 'react';

/** What a check of a receipt came to, in its colour. */
export function CheckState({
  tone,
  alert = false,
  children,
}: {
  tone: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role={alert ? 'alert' : 'status'}
      className={`flex gap-3 rounded-control border px-3.5 py-3 text-meta ${tone}`}
    >
      {children}
    </div>
  );
}
