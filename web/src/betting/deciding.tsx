import { t } from '../texts/t-in-play.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** How long a bet in play still waits. Screen readers aren't told each second. */
export function Deciding({ at }: { at: string }) {
  const seconds = useSecondsUntil(at) ?? 0;
  return (
    <span role="timer">{seconds > 0 ? t('inPlay.decidingIn', { seconds }) : t('inPlay.decidingNow')}</span>
  );
}
