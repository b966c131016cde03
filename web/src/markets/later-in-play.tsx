import { lazy } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { InPlayProps } from './in-play.tsx';

const InPlay = lazy(() => import('./in-play.tsx').then((module) => ({ default: module.InPlay })));

/** What a market in play shows. Its code loads with the first such market. */
export const LaterInPlay = (props: InPlayProps) => (
  <ErrorBoundary fallback={null}>
    <InPlay {...props} />
  </ErrorBoundary>
);
