import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t-in-play.ts';
import { Notice } from './notice.tsx';

/** Both sentences are in one place, so that nothing moves when betting pauses. */
const IN_ONE_PLACE = { gridArea: '1 / 1' } as const;

/**
 * Above a bet on a running game: how long it waits, and what for. While betting is paused it says so instead.
 *
 * @param props.closed why the market takes no bets; null if it takes them
 */
export function InPlayNotice({ market, closed }: { market: WireListedMarket; closed: string | null }) {
  const { inPlay } = market;
  if (inPlay === undefined) return closed !== null && <Notice tone="warning">{closed}</Notice>;
  const visibility = closed === null ? 'visible' : 'hidden';
  return (
    <Notice tone={closed === null ? 'info' : 'warning'} className="grid">
      <p style={{ ...IN_ONE_PLACE, visibility }}>{t('inPlay.waits', { seconds: inPlay.delay })}</p>
      <p style={IN_ONE_PLACE}>{closed}</p>
    </Notice>
  );
}
