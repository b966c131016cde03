import { type ComponentType, lazy, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

export type LoadPart = () => Promise<{ default: ComponentType }>;

/** What has arrived stays: a tab that is opened again is there at once. */
const parts = new Map<LoadPart, ComponentType>();

/** One tab, whose code arrives when it is first opened. What did not arrive can be asked for again. */
export function DashboardPart({ load }: { load: LoadPart }) {
  const [attempt, setAttempt] = useState(0);
  const Part = parts.get(load) ?? lazy(load);
  parts.set(load, Part);
  const tryAgain = () => {
    // It remembers that it failed, so another one takes its place.
    parts.delete(load);
    setAttempt(attempt + 1);
  };
  return (
    <ErrorBoundary key={attempt} fallback={<PartFailed onRetry={tryAgain} />} loading={<PartLoading />}>
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
        <Button onClick={onRetry}>{t('adminFrame.tryAgain')}</Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {t('adminFrame.reloadPage')}
        </Button>
      </div>
    </div>
  );
}

function PartLoading() {
  return (
    <p role="status" className="py-8 text-muted">
      {t('adminFrame.loadingTab')}
    </p>
  );
}
