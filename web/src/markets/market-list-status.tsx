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
          <p className="font-semibold">Loading Markets</p>
          <p className="text-meta text-muted">Fetching the latest betting opportunities...</p>
        </>
      )}
      {count !== null && (
        <>
          <p className="font-semibold">{count === 1 ? '1 market' : `${count} markets`}</p>
          <p className="text-meta text-muted">{freshness({ pricesAt, online, updateFailed })}</p>
        </>
      )}
    </div>
  );
}

function freshness(facts: Pick<MarketListStatusProps, 'pricesAt' | 'online' | 'updateFailed'>): string {
  const at = facts.pricesAt === null ? '' : clockText(facts.pricesAt);
  if (!facts.online) return `Offline. Prices are from ${at}; betting is off until you are back.`;
  if (facts.updateFailed) return `The list could not be updated. Prices are from ${at}.`;
  return `Prices from ${at}, each good up to the stake printed with it.`;
}

function clockText(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
