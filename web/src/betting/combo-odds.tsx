import type { WireCombo } from '@tallystone/core/http-api/combos';
import { useOddsFactor } from '../format/odds-format.ts';
import { t } from '../texts/t-account.ts';
import { Figure } from '../ui/fact.tsx';
import { oddsOfCombo } from './combo-odds-now.ts';

/** The odds of a combo that count now, with those from before a leg was void beside them. */
export function ComboOdds({ combo }: { combo: WireCombo }) {
  const oddsFactor = useOddsFactor();
  const { now, were } = oddsOfCombo(combo);
  return (
    <Figure name={t('history.odds')}>
      {oddsFactor(now)}
      {were !== null && (
        <>
          {' '}
          <span className="text-small font-normal text-muted whitespace-nowrap">
            {t('combos.oddsWere', { odds: oddsFactor(were) })}
          </span>
        </>
      )}
    </Figure>
  );
}
