import type { Category } from '@tallystone/core/http-api/markets';
import { type ListTextKey, t } from '../texts/t-list.ts';
import { Button } from '../ui/button.tsx';
import { useRetryFocus } from '../ui/use-retry-focus.ts';
import { categoryName, categoryWord } from './category-name.ts';

const HINTS: Partial<Record<Category, ListTextKey>> = {
  sports: 'listNotes.noneInSports',
  politics: 'listNotes.noneInPolitics',
  crypto: 'listNotes.noneInCrypto',
};

export interface MarketListEmptyProps {
  category: Category;
  /** The other category with the most markets; null if all are empty. */
  fullest: { id: Category; count: number } | null;
  onSelect: (category: Category) => void;
  /** Absent for visitors who aren't signed in. */
  onRefresh?: (() => void) | undefined;
  refreshing: boolean;
}

/** Shown in place of the list if the category has no markets. */
export function MarketListEmpty(props: MarketListEmptyProps) {
  const { category, fullest, onSelect, onRefresh, refreshing } = props;
  const hint = HINTS[category];
  const refresh = useRetryFocus();
  return (
    <div className="notice-card">
      <h4 className="text-h3">{t('listNotes.noneIn', { category: categoryWord(category) })}</h4>
      <p className="mt-2 max-w-[34rem] text-muted">{hint && t(hint)}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {fullest && (
          <Button variant="secondary" onClick={() => onSelect(fullest.id)}>
            {t('listNotes.see', { category: categoryName(fullest.id), count: fullest.count })}
          </Button>
        )}
        {onRefresh && (
          <Button ref={refresh} onClick={onRefresh} busy={refreshing}>
            {t('listNotes.refreshMarkets')}
          </Button>
        )}
      </div>
    </div>
  );
}
