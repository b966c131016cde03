import type { Category } from '@tallystone/core/http-api/markets';
import { type TextKey, t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { categoryName, categoryWord } from './category-name.ts';

const HINTS: Partial<Record<Category, TextKey>> = {
  sports: 'markets.noneInSports',
  politics: 'markets.noneInPolitics',
  crypto: 'markets.noneInCrypto',
};

export interface MarketListEmptyProps {
  category: Category;
  /** Another category that holds markets, the fullest one. */
  fullest: { id: Category; count: number } | null;
  onSelect: (category: Category) => void;
  /** Absent for visitors who are not signed in. */
  onRefresh?: (() => void) | undefined;
  refreshing: boolean;
}

/** What stands in place of the list when the category holds no market. */
export function MarketListEmpty(props: MarketListEmptyProps) {
  const { category, fullest, onSelect, onRefresh, refreshing } = props;
  const hint = HINTS[category];
  return (
    <div className="notice-card">
      <h4 className="text-h3">{t('markets.noneIn', { category: categoryWord(category) })}</h4>
      <p className="mt-2 max-w-[34rem] text-muted">{hint && t(hint)}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {fullest && (
          <Button variant="secondary" onClick={() => onSelect(fullest.id)}>
            {t('markets.see', { category: categoryName(fullest.id), count: fullest.count })}
          </Button>
        )}
        {onRefresh && (
          <Button onClick={onRefresh} disabled={refreshing} aria-busy={refreshing}>
            {t('markets.refreshMarkets')}
          </Button>
        )}
      </div>
    </div>
  );
}
