import { lazy } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { useTouched } from './first-touch.ts';
import { useToasts } from './toast-store.ts';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** The notification region. Its code loads on the user's first action or with the first toast. */
export function LaterToaster() {
  const isTouched = useTouched();
  const toasts = useToasts();
  if (!isTouched && toasts.length === 0) return null;
  return (
    <ErrorBoundary fallback={<PlainToasts />}>
      <Toaster />
    </ErrorBoundary>
  );
}

/** Plain toasts, shown if the toaster's code fails to load. */
function PlainToasts() {
  const toasts = useToasts();
  return (
    <div role="status" className="toast-viewport">
      {toasts
        .filter(({ open }) => open)
        .map(({ id, title, description }) => (
          <div key={id} className="toast">
            <p className="toast-title font-semibold">{title}</p>
            <p className="text-secondary text-muted">{description}</p>
          </div>
        ))}
    </div>
  );
}
