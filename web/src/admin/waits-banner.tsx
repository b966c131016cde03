import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Banner } from '../ui/banner.tsx';

/** Where what was proposed is found, also by its own proposer. */
const QUEUE = '/admin';

/** Says of a change that it is not made yet, what that means, and where another admin finds it. */
export function WaitsBanner({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  return (
    <Banner tone="warning" title="Waiting for a second admin" onDismiss={onDismiss}>
      {children} Another admin approves it under{' '}
      <Link href={QUEUE} className="text-link">
        Markets, “Waiting for a second admin”
      </Link>
      .
    </Banner>
  );
}

/** Beside a setting that was sent. */
export function SavedWords({ waits }: { waits: boolean }) {
  if (!waits) return <span className="text-muted">Saved</span>;
  return (
    <span className="text-warning">
      Not changed yet: it waits for a second admin, under{' '}
      <Link href={QUEUE} className="text-link">
        Markets
      </Link>
      .
    </span>
  );
}
