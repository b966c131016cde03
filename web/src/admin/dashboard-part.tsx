import { type ComponentType, lazy, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

export type LoadPart = () => Promise<{ default: ComponentType }>;

/** Loaded tabs stay here, so a tab that is reopened renders at once. */
const parts = new Map<LoadPart, ComponentType>();

/** One tab. Its code loads when the tab is first opened; if that fails, the admin can try again. */
export function DashboardPart({ load }: { load: LoadPart }) {
  const [attempt, setAttempt] = useState(0);
  const Part = parts.get(load) ?? lazy(load);
  parts.set(load, Part);
  const tryAgain = () => {
    // A lazy component remembers its failure, so a retry needs a new one.
    parts.delete(load);
    setAttempt(attempt + 1);
  };
  return (
    <ErrorBoundary
      key={attempt}
      fallback={<PartFailed onRetry={tryAgain} />}
      loading={
        <p role="status" className="py-8 text-muted">
          {t('controls.loading')}
        </p>
      }
    >
      <Part />
    </ErrorBoundary>
  );
}

function PartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="py-8">
      <h2 className="text-title">{t('adminFrame.tabFailed')}</h2>
      <p className="mt-2 max-w-prose text-muted">{t('adminFrame.tabFailedWhy')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onRetry}>{t('controls.tryAgain')}</Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {t('frame.reloadPage')}
        </Button>
      </div>
    </div>
  );
}
