import type { ReactNode } from 'react';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { toastFailure } from './toast-store.ts';

/** Around a dialog whose code loads when it opens: if that fails, a toast says so, and the dialog closes. */
export function DialogBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        toastFailure(t('frame.partMissing'), t('frame.partMissingWhy'));
        onClose();
      }}
    >
      {children}
    </ErrorBoundary>
  );
}
