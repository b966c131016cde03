import { type ReactNode, useId } from 'react';
import { Card } from '../ui/card.tsx';

/** One figure of the dashboard with its name above it. Use it in a `<dl>`. */
export function StatCard({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  const noteId = useId();
  return (
    <Card className="min-w-0 px-4 py-3.5">
      <dt className="text-meta text-muted">{label}</dt>
      <dd
        className="mt-0.5 font-display text-h3 font-bold"
        {...(note !== undefined && { 'aria-describedby': noteId })}
      >
        {value}
      </dd>
      {note !== undefined && (
        <dd id={noteId} className="mt-1 text-small text-muted">
          {note}
        </dd>
      )}
    </Card>
  );
}
