import { type ComponentProps, lazy, type ReactNode } from 'react';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const load = () => import('./list-parts.ts');
const FindFilters = lazy(async () => ({ default: (await load()).FindFilters }));
const MarketListEmpty = lazy(async () => ({ default: (await load()).MarketListEmpty }));
const NothingFound = lazy(async () => ({ default: (await load()).NothingFound }));
const WatchedGone = lazy(async () => ({ default: (await load()).WatchedGone }));

export const LaterFilters = (props: ComponentProps<typeof FindFilters>) => (
  <ErrorBoundary fallback={t('frame.partMissing')}>
    <FindFilters {...props} />
  </ErrorBoundary>
);

export const LaterWatchedGone = (props: ComponentProps<typeof WatchedGone>) => (
  <ErrorBoundary fallback={null}>
    <WatchedGone {...props} />
  </ErrorBoundary>
);

export const LaterListEmpty = (props: ComponentProps<typeof MarketListEmpty>) =>
  noMarkets(<MarketListEmpty {...props} />);

export const LaterNothingFound = (props: ComponentProps<typeof NothingFound>) =>
  noMarkets(<NothingFound {...props} />);

const noMarkets = (why: ReactNode) => (
  <ErrorBoundary fallback={<p className="notice-card">{t('finding.nothingHere')}</p>}>{why}</ErrorBoundary>
);
