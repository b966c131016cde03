import { t } from '../texts/t.ts';

export interface MarketListStatusProps {
  loading: boolean;
  /** Markets of the selected category; null while unknown. */
  count: number | null;
  /** When the prices were read, in ms; null while unknown. */
  pricesAt: number | null;
  online: boolean;
  updateFailed: boolean;
}

/** Two lines of fixed height that say how fresh the list is, so that the cards below never move. */
export function MarketListStatus({ loading, count, pricesAt, online, updateFailed }: MarketListStatusProps) {
  return (
    <div role="status" className="market-status">
      {loading && (
        <>
          <p className="font-semibold">{t('markets.loading')}</p>
          <p className="text-meta text-muted">{t('markets.loadingWhat')}</p>
        </>
      )}
      {count !== null && (
        <>
          <p className="font-semibold">{t('markets.count', { count })}</p>
          <p className="text-meta text-muted">{freshness({ pricesAt, online, updateFailed })}</p>
        </>
      )}
    </div>
  );
}

function freshness(facts: Pick<MarketListStatusProps, 'pricesAt' | 'online' | 'updateFailed'>): string {
  const time = facts.pricesAt === null ? '' : clockText(facts.pricesAt);
  if (!facts.online) return t('markets.offline', { time });
  if (facts.updateFailed) return t('markets.notUpdated', { time });
  return t('markets.pricesFrom', { time });
}

function clockText(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
