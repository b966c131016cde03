import type { WireCombo, WireComboLeg } from '@tallystone/core/http-api/combos';
import { Link } from 'wouter';
import { Moment } from '../format/moment.tsx';
import { useOddsFactor } from '../format/odds-format.ts';
import { t } from '../texts/t-account.ts';
import { t as tInPlay } from '../texts/t-in-play.ts';
import { Badge } from '../ui/badge.tsx';
import { BetResultBadge } from './bet-result.tsx';

/** The selections of a combo, each with its state or its result. */
export function ComboLegs({ combo }: { combo: WireCombo }) {
  const oddsFactor = useOddsFactor();
  return (
    <ul aria-label={t('combos.selections')} className="divide-y divide-line">
      {combo.legs.map((leg) => (
        <li
          key={leg.marketId}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2"
        >
          <div className="min-w-0 flex-[1_1_12rem]">
            <p className="text-secondary font-semibold wrap-anywhere">{leg.outcomeName || leg.outcomeId}</p>
            <Link
              href={`/market/${encodeURIComponent(leg.marketId)}`}
              className="text-link text-meta wrap-anywhere"
            >
              {leg.title || t('history.marketById', { id: leg.marketId })}
            </Link>
          </div>
          <p className="flex flex-wrap items-baseline gap-x-3 text-meta">
            <span className="font-semibold">{oddsFactor(leg.odds)}</span>
            <LegState leg={leg} isOpen={combo.result === undefined} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A leg without a result is shown only while its combo is open: the others no longer matter. */
function LegState({ leg, isOpen }: { leg: WireComboLeg; isOpen: boolean }) {
  const { result, state, startsAt, pricedBy } = leg;
  if (result === 'void') return <span>{t('combos.legVoid')}</span>;
  if (result !== undefined) return <BetResultBadge result={result} />;
  if (!isOpen) return null;
  if (pricedBy !== undefined) return <Badge variant="live">{tInPlay('inPlay.inPlay')}</Badge>;
  if (state === 'suspended') return <span className="text-muted">{t('combos.legPaused')}</span>;
  if (state !== 'open') return <span className="text-muted">{t('combos.legWaits')}</span>;
  return (
    <span className="text-muted">
      {startsAt === undefined ? (
        t('combos.legOpen')
      ) : (
        <>
          {t('combos.startsAt')} <Moment iso={startsAt} />
        </>
      )}
    </span>
  );
}
