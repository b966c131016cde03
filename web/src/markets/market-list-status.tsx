import { clockText } from '../format/local-time.ts';
import { type StreamState, useStreamState } from '../stream/stream-state.ts';
import { t } from '../texts/t.ts';

export interface MarketListStatusProps {
  loading: boolean;
  /** The number of listed markets in words; null while unknown. */
  counted: string | null;
  /** When the prices were read, in ms since 1970; null while unknown. */
  pricesAt: number | null;
  online: boolean;
  updateFailed: boolean;
}

/** Says how current the list is, in one or two lines of fixed height, so that the cards below never move. */
export function MarketListStatus(props: MarketListStatusProps) {
  const { loading, counted } = props;
  const stream = useStreamState();
  return (
    <div role="status" className="my-3 min-h-11 text-meta lg:flex lg:min-h-6 lg:gap-2 lg:pr-64">
      {loading && (
        <>
          <p className="font-semibold">{t('markets.loading')}</p>
          <p className="text-muted">{t('markets.loadingWhat')}</p>
        </>
      )}
      {counted !== null && (
        <>
          {/* Leaves room for the mark of the stream. */}
          <p className="font-semibold min-[24rem]:max-lg:pr-20">{counted}</p>
          <p className="text-muted">{freshness(props, stream)}</p>
        </>
      )}
    </div>
  );
}

function freshness({ pricesAt, online, updateFailed }: MarketListStatusProps, stream: StreamState): string {
  const at = 'updatedAt' in stream ? stream.updatedAt : pricesAt;
  const time = at === null ? '' : clockText(at);
  if (!online) return t('markets.offline', { time });
  if (stream.kind === 'live') return t('stream.pricesLive');
  if (stream.kind === 'paused') return t('stream.held');
  if (updateFailed) return t('markets.notUpdated', { time });
  return t('markets.pricesFrom', { time });
}
