import type { ReactNode } from 'react';

/** One labelled amount in a list of sums. */
export function Sum({
  label,
  note,
  strong = false,
  children,
}: {
  label: string;
  note?: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={strong ? 'sums-total' : undefined}>
      <dt>
        <span className={strong ? 'font-semibold' : undefined}>{label}</span>
        {note && <span className="mt-0.5 block text-meta text-muted">{note}</span>}
      </dt>
      <dd className={strong ? 'text-odds font-[650]' : 'font-semibold'}>{children}</dd>
    </div>
  );
}
