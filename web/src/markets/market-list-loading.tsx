import { useEffect, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { MarketCardSkeleton } from './market-card-skeleton.tsx';

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
