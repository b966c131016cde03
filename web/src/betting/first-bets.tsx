import { useDeferredValue, useState } from 'react';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';

/** How many bets are shown until the bettor asks for all of them. */
const SHOWN_AT_FIRST = 20;

/** The first of a list of bets, and all of them once the bettor asks. `button` asks; null if all are asked for. */
export function useFirstBets<Bet>(bets: readonly Bet[] | null) {
  const [shownAll, setShownAll] = useState(false);
  // Hundreds of bets render in time slices.
  const isWhole = useDeferredValue(shownAll);
  const button = bets !== null && !shownAll && bets.length > SHOWN_AT_FIRST && (
    <div className="mt-6 flex justify-center">
      <Button variant="secondary" onClick={() => setShownAll(true)}>
        {t('history.showRest', { bets: bets.length })}
      </Button>
    </div>
  );
  return { shown: isWhole ? bets : (bets?.slice(0, SHOWN_AT_FIRST) ?? null), shownAll, button };
}
