import { utcMinute } from '@tallystone/core/utc-minute';
import { t } from '../texts/t.ts';
import { clockText, dateText } from './local-time.ts';

/** A time in the reader's time zone, with UTC on hover; "unknown" if it can't be parsed. */
export function Moment({ iso, className }: { iso: string; className?: string }) {
  const text = momentText(iso);
  if (text === null) return t('controls.unknownTime');
  return (
    <time dateTime={iso} title={utcText(iso)} className={className}>
      {text}
    </time>
  );
}

/** Such as `Nov 22, 2026 17:05`, in the reader's time zone; null if it can't be parsed. */
export function momentText(iso: string): string | null {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? null : `${dateText(moment)} ${clockText(moment)}`;
}

/** Such as `2026-11-22 17:05 UTC`. */
export function utcText(iso: string): string {
  return utcMinute(new Date(iso));
}
