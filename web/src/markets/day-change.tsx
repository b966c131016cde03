import type { WireMarket } from '@tallystone/core/http-api/markets';
import { formatVolume } from '@tallystone/core/markets/volume';
import { useQuery } from '@tanstack/react-query';
import { sparklinesQuery } from '../data/queries.ts';
import { dayMove } from '../finding/day-move.ts';
import { t } from '../texts/t.ts';
import { seriesOf } from './series.ts';
import { sparklinePath } from './sparkline-path.ts';

const WIDTH = 64;
const HEIGHT = 20;

/** How the leading outcome moved in the last 24 hours, as a line and in points; nothing while unknown. */
export function DayChange({ market, withVolume }: { market: WireMarket; withVolume?: boolean | undefined }) {
  const { data: day } = useQuery({ ...sparklinesQuery, select: (days) => days.get(market.id) });
  const move = dayMove(market, day);
  const figure = Math.abs(move?.moved ?? 0).toFixed(1);
  return (
    <>
      {withVolume && day?.volume24h && (
        <span>{t('card.dayVolume', { volume: formatVolume(day.volume24h) })}</span>
      )}
      {move && (
        <span className="day-change" title={t('card.movedOf', { outcome: move.outcome.name })}>
          <svg aria-hidden="true" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
            <path
              d={sparklinePath(move.points, { width: WIDTH, height: HEIGHT })}
              style={{ stroke: seriesOf(move.place) }}
            />
          </svg>
          <span aria-hidden="true">
            {move.moved > 0 ? '▲' : move.moved < 0 && '▼'} {t('card.moved', { figure })}
          </span>
          <span className="sr-only">
            {t(move.moved < 0 ? 'card.fell' : 'card.rose', { outcome: move.outcome.name, figure })}
          </span>
        </span>
      )}
    </>
  );
}
