import type { Category } from '@tallystone/core/http-api';
import { Button } from '../ui/button.tsx';

const HINTS: Partial<Record<Category, string>> = {
  sports: 'No sports betting markets are currently active. Try another category or check back later.',
  politics: 'No political prediction markets are available right now.',
  crypto: 'No crypto markets are currently active.',
};

export interface MarketListEmptyProps {
  category: Category;
  /** Another category that holds markets, the fullest one. */
  fullest: { id: Category; label: string; count: number } | null;
  onSelect: (category: Category) => void;
  /** Absent for visitors who are not signed in. */
  onRefresh?: (() => void) | undefined;
  refreshing: boolean;
}

/** What stands in place of the list when the category holds no market. */
export function MarketListEmpty(props: MarketListEmptyProps) {
  const { category, fullest, onSelect, onRefresh, refreshing } = props;
  return (
    <div className="notice-card">
      <h4 className="text-h3">No {category} markets available</h4>
      <p className="mt-2 max-w-[34rem] text-muted">{HINTS[category]}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {fullest && (
          <Button variant="secondary" onClick={() => onSelect(fullest.id)}>
            See {fullest.label} ({fullest.count})
          </Button>
        )}
        {onRefresh && (
          <Button onClick={onRefresh} disabled={refreshing} aria-busy={refreshing}>
            Refresh Markets
          </Button>
        )}
      </div>
    </div>
  );
}
