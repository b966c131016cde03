import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { sparklinesQuery } from '../data/queries.ts';
import { t } from '../texts/t.ts';
import { seriesOf } from './series.ts';
import { shownNumber } from './shown-number.ts';
import { sparklinePath } from './sparkline-path.ts';

const WIDTH = 64;
const HEIGHT = 20;

/** How the leading outcome moved in the last 24 hours, as a line and in points; nothing while unknown. */
export function DayChange({ market }: { market: WireMarket }) {
  const { data: line } = useQuery({ ...sparklinesQuery, select: (lines) => lines.get(market.id) });
  const place = market.outcomes.findIndex(({ id }) => id === line?.outcomeId);
  const outcome = market.outcomes[place];
  const now = shownNumber(outcome?.probability);
  if (line === undefined || outcome === undefined || now === null) return null;
  // Ends with the price on the card, which is newer than the line.
  const points = [...line.points, now * 10];
  const moved = now - (line.points[0] ?? 0) / 10;
  const figure = Math.abs(moved).toFixed(1);
  const direction = figure === '0.0' ? null : moved > 0 ? '▲' : '▼';
  return (
    <span className="day-change" title={t('card.movedOf', { outcome: outcome.name })}>
      <svg aria-hidden="true" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <path
          d={sparklinePath(points, { width: WIDTH, height: HEIGHT })}
          style={{ stroke: seriesOf(place) }}
        />
      </svg>
      <span aria-hidden="true">
        {direction} {t('card.moved', { figure })}
      </span>
      <span className="sr-only">
        {t(moved < 0 ? 'card.fell' : 'card.rose', { outcome: outcome.name, figure })}
      </span>
    </span>
  );
}
