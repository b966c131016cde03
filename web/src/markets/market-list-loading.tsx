import { useEffect, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];
/** If the list loads within this time, no skeletons flash up. Their space is reserved from the start. */
const SKELETON_DELAY_MS = 150;

/** Six placeholder cards where the markets will be. */
export function MarketListLoading() {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classNames('market-grid', !visible && 'invisible')} aria-hidden="true">
      {SKELETONS.map((key) => (
        <MarketCardSkeleton key={key} />
      ))}
    </div>
  );
}

/** A placeholder with the exact layout of a card with two outcomes, so that nothing moves when the markets arrive. */
function MarketCardSkeleton() {
  return (
    <div aria-hidden="true" className="card market-card">
      <div className="flex items-center gap-2">
        <Skeleton className="h-5.5 w-22" />
        <Skeleton className="ml-auto h-5 w-24" />
      </div>
      <Skeleton className="mt-4 h-5 w-11/12" />
      <Skeleton className="mt-2.5 h-5 w-3/5" />
      <Skeleton className="mt-3.5 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-4/5" />
      <Skeleton className="mt-2.5 h-4 w-16" />
      <div className="mt-auto pt-5">
        <hr className="rule-dashed" />
        <div className="flex items-center justify-between py-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-16" />
        </div>
        <Skeleton className="h-2.5 w-full" />
        <div className="mt-3 grid grid-cols-2 gap-2">
          <Skeleton className="h-31 rounded-control" />
          <Skeleton className="h-31 rounded-control" />
        </div>
      </div>
    </div>
  );
}
