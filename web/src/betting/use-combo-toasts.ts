import type { WireCombo } from '@tallystone/core/http-api/combos';
import { useEffect, useRef } from 'react';
import { noticeIds } from '../data/notice-ids.ts';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-own-news.ts';
import { toast } from '../ui/toast-store.ts';

/** Shows a toast on any page when a combo that was open has ended. A cash-out doesn't count: the user ended that combo. */
export function useComboToasts(combos: readonly WireCombo[] | undefined): void {
  const open = useRef(new Set<string>());
  useEffect(() => {
    if (combos === undefined) return;
    const ended = combos.filter(({ id, result }) => open.current.has(id) && result !== undefined);
    // Those that aren't among the newest any more stay: they may be read later.
    for (const { id, result } of combos)
      if (result === undefined) open.current.add(id);
      else open.current.delete(id);
    for (const combo of ended) if (combo.result !== 'cashed-out') toast(endedComboWords(combo));
  }, [combos]);
}

function endedComboWords({ id, legs, result, amount, paid = 0 }: WireCombo) {
  const about = noticeIds.betEnded(id);
  const count = legs.length;
  if (result === 'lost') {
    const description = t('ownNews.lostCombo', { count, amount: exactDollars(amount) });
    return { title: t('ownNews.comboLost'), description, about };
  }
  const values = { count, amount: exactDollars(paid) };
  return result === 'void'
    ? { title: t('ownNews.comboVoid'), description: t('ownNews.voidCombo', values), about }
    : { title: t('ownNews.comboWon'), description: t('ownNews.wonCombo', values), about };
}
