import type { WireWaitingMarket } from '@tallystone/core/http-api/settlement';
import { TriangleAlert } from 'lucide-react';
import { exactDollars } from '../format/dollars.ts';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { betCount } from './bet-count.ts';
import { ACTS_ON } from './market-acts.ts';
import { stateBadge } from './market-states.ts';
import type { ActOn } from './result-acts.ts';
import { TextAt } from './text-at.tsx';

/** A market without a result, or with an odd one: why an admin should look, and the ways to end it. */
export function ResultsWaiting({ market, onAct }: { market: WireWaitingMarket; onAct: ActOn }) {
  const { title, state, why, overdue, review, bets, comboLegs, stakes, settlesBy } = market;
  const hasEnded = state === 'settled' || state === 'void';
  const isOdd = overdue || review !== undefined;
  const acts = ACTS_ON[state];
  const badge = stateBadge(state);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{title}</span>
          {overdue && <Badge variant="destructive">{t('adminResults.overdue')}</Badge>}
          {state !== 'closed' && <Badge variant={badge.variant}>{badge.label}</Badge>}
          {market.source === 'practice' && <Badge variant="practice">{t('controls.practice')}</Badge>}
        </p>
        <p className={isOdd ? 'mt-0.5 text-secondary text-warning' : 'mt-0.5 text-secondary text-muted'}>
          {isOdd && <TriangleAlert aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.15em]" />}
          {translated(why, market.whyReason)}
        </p>
        <p className="mt-0.5 text-meta text-muted">
          {t('adminResults.staked', { bets: betCount(bets), amount: exactDollars(stakes) })}{' '}
          {comboLegs !== undefined && `${t('adminFrame.comboLegs', counted(comboLegs))}. `}
          {hasEnded ? (
            t('adminResults.hasEnded')
          ) : (
            <TextAt text={t('adminResults.settlesBy')} iso={settlesBy} />
          )}
        </p>
      </div>
      <div className="flex flex-none gap-2">
        {acts.includes('resolve') && (
          <Button
            size="small"
            aria-label={t('adminResults.resolveMarket', { title })}
            onClick={() => onAct({ kind: 'resolve', market })}
          >
            {t('adminResults.resolve')}
          </Button>
        )}
        {acts.includes('void') && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('adminResults.voidMarket', { title })}
            onClick={() => onAct({ kind: 'void', market })}
          >
            {t('adminResults.void')}
          </Button>
        )}
      </div>
    </li>
  );
}
