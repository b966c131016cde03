import type { WireListedMarket } from '@tallystone/core/http-api/markets';
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
export function DayChange({ market }: { market: WireListedMarket }) {
  const move = dayMove(market, useLastDay(market));
  if (move === null) return null;
  const { outcome, place, points, moved } = move;
  const figure = Math.abs(moved).toFixed(1);
  return (
    <span className="day-change" title={t('card.movedOf', { outcome: outcome.name })}>
      <svg aria-hidden="true" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <path
          d={sparklinePath(points, { width: WIDTH, height: HEIGHT })}
          style={{ stroke: seriesOf(place) }}
        />
      </svg>
      <span aria-hidden="true">
        {moved > 0 ? '▲' : moved < 0 && '▼'} {t('card.moved', { figure })}
      </span>
      <span className="sr-only">
        {t(moved < 0 ? 'card.fell' : 'card.rose', { outcome: outcome.name, figure })}
      </span>
    </span>
  );
}

/** The stakes of the last 24 hours; nothing while unknown or without any. */
export function DayVolume({ market }: { market: WireListedMarket }) {
  const volume = useLastDay(market)?.volume24h;
  return volume ? <span>{t('card.dayVolume', { volume: formatVolume(volume) })}</span> : null;
}

const useLastDay = ({ id }: WireListedMarket) =>
  useQuery({ ...sparklinesQuery, select: (days) => days.get(id) }).data;
