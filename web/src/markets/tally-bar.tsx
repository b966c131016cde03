import type { WireOutcome } from '@tallystone/core/http-api/markets';
import { shownNumber } from '../format/shown-number.ts';
import { classNames } from '../ui/class-names.ts';
import { seriesOf } from './series.ts';

/**
 * The probabilities as one notched stick with interlocking segments, one per outcome. Each is as long as its share of
 * their sum, which is 200% where two outcomes win. The buttons have the numbers.
 */
export function TallyBar({ outcomes, dimmed }: { outcomes: readonly WireOutcome[]; dimmed?: boolean }) {
  const shares = outcomes.map(({ id, probability }, index) => ({
    id,
    share: Math.max(0, shownNumber(probability) ?? 0),
    color: seriesOf(index),
  }));
  return (
    <div aria-hidden="true" className={classNames('tally-bar', dimmed && 'opacity-45')}>
      {shares
        .filter(({ share }) => share > 0)
        .map(({ id, share, color }) => (
          <span key={id} style={{ flexGrow: share, backgroundColor: color }} />
        ))}
    </div>
  );
}
