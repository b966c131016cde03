import { t } from '../texts/t-market-page.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { pointTime, pointValue } from './point-words.ts';
import type { PricePoints } from './price-points.ts';

/** Every point of the history, newest first. */
export function HistoryTable({ points }: { points: PricePoints }) {
  const { at, lines } = points;
  const rows = at.map((moment, place) => ({ moment, place })).reverse();
  return (
    <ScrollBox aria-label={t('marketPage.table')} className="history-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('marketPage.time')}</th>
            {lines.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ moment, place }) => (
            <tr key={moment}>
              <th scope="row">{pointTime(moment)}</th>
              {lines.map(({ id, values }) => (
                <td key={id}>{pointValue(values[place] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
