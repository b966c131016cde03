import type { StakeLimit, WireListedMarket, WireMarketRisk } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LoadFailed } from '../data/load-failed.tsx';
import { marketRiskQuery } from '../data/queries.ts';
import { useRenewed } from '../data/use-renewed.ts';
import { dollars, exactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { type MarketPageTextKey, t } from '../texts/t-market-page.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TitledCard } from '../ui/titled.tsx';

/** How many outcomes are shown at first. */
const SHOWN = 6;

const LIMIT_WORDS = {
  budget: 'marketPage.limitBudget',
  probability: 'marketPage.limitProbability',
  odds: 'marketPage.limitOdds',
  'market-cap': 'marketPage.limitMarketCap',
  'game-cap': 'marketPage.limitGameCap',
  closed: 'marketPage.limitClosed',
} as const satisfies Record<StakeLimit, MarketPageTextKey>;

/** The house's largest and current loss, what it owes on each outcome, and how much more it takes and why. */
export function HouseRisk({ market }: { market: WireListedMarket }) {
  const hasEnded = market.state === 'settled' || market.state === 'void';
  const query = useQuery({ ...marketRiskQuery(market.id), staleTime: 0, enabled: !hasEnded });
  useRenewed([market.id], marketRiskQuery(market.id).queryKey);
  const risk = query.data;
  return (
    <TitledCard title={t('marketPage.whoCanLose')}>
      {hasEnded ? (
        <p className="mt-2 text-secondary">{t('marketPage.nothingAtRisk')}</p>
      ) : risk ? (
        <Figures market={market} risk={risk} />
      ) : query.error ? (
        <div className="mt-4">
          <LoadFailed
            what={t('marketPage.whoCanLose')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : (
        <div aria-hidden="true" className="mt-3">
          <Skeleton className="h-12" />
          <Skeleton className="mt-4 h-36" />
          <Skeleton className="mt-4 h-32" />
        </div>
      )}
    </TitledCard>
  );
}

function Figures({ market, risk }: { market: WireListedMarket; risk: WireMarketRisk }) {
  return (
    <>
      <p className="mt-2 text-secondary">{t('marketPage.youCanLose')}</p>
      <dl className="mt-3 grid gap-x-8 gap-y-0 sm:grid-cols-[1fr_1fr]">
        <Figure name={t('marketPage.houseAtRisk')}>{exactDollars(risk.atRisk)}</Figure>
        <Figure name={t('marketPage.worstCase')}>{exactDollars(risk.worstCase)}</Figure>
        <Figure name={t('marketPage.escrow')}>{exactDollars(risk.escrow)}</Figure>
        <Figure name={t('marketPage.voidResult')}>{resultWords(risk.voidResult)}</Figure>
      </dl>
      <RiskTable market={market} risk={risk} />
      <p className="mt-3 text-small text-muted">
        <TextWith text={t('marketPage.asOf')} parts={{ moment: () => <Moment iso={risk.at} /> }} />
      </p>
    </>
  );
}

function RiskTable({ market, risk }: { market: WireListedMarket; risk: WireMarketRisk }) {
  const [all, setAll] = useState(false);
  const names = new Map(market.outcomes.map(({ id, name, odds }) => [id, { name, odds }]));
  const shown = all ? risk.outcomes : risk.outcomes.slice(0, SHOWN);
  const hidden = risk.outcomes.length - SHOWN;
  return (
    <>
      <table className="risk-table">
        <caption className="sr-only">{t('marketPage.riskTable')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('marketPage.outcome')}</th>
            <th scope="col">{t('marketPage.owed')}</th>
            <th scope="col">{t('marketPage.house')}</th>
            <th scope="col">{t('marketPage.maxStake')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, owed, houseResult, maxStake, limitedBy }) => {
            const outcome = names.get(id);
            const noPrice = limitedBy === 'odds' && (outcome?.odds ?? null) === null;
            const isOtherSide = market.oneSided && id !== market.outcomes[0]?.id;
            const why = noPrice ? 'marketPage.limitNoOdds' : LIMIT_WORDS[limitedBy];
            return (
              <tr key={id}>
                <th scope="row">{outcome?.name ?? id}</th>
                <td data-label={t('marketPage.owed')}>{exactDollars(owed)}</td>
                <td data-label={t('marketPage.house')}>{resultWords(houseResult)}</td>
                <td data-label={t('marketPage.maxStake')}>
                  <span className="font-semibold">{dollars(maxStake)}</span>
                  <span className="block text-small text-muted max-sm:w-full">
                    {t(isOtherSide ? 'marketPage.limitNeverOdds' : why)}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {(market.winners ?? 1) > 1 && (
        <p className="mt-3 text-small text-muted">{t('marketPage.houseAtLeast')}</p>
      )}
      {hidden > 0 && (
        <button type="button" aria-expanded={all} className="more-outcomes" onClick={() => setAll(!all)}>
          {all ? t('card.showFewer') : t('card.showMore', { hidden })}
        </button>
      )}
    </>
  );
}

/** The house's gain or loss in words, because a sign alone wouldn't say whose it is. */
function resultWords(result: number): string {
  if (result > 0) return t('marketPage.houseGains', { amount: exactDollars(result) });
  if (result < 0) return t('marketPage.houseLoses', { amount: exactDollars(-result) });
  return t('marketPage.houseEven');
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-t-line py-2">
      <dt>{name}</dt>
      <dd className="max-w-[55%] flex-none text-right font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
