import { utcMinute } from '@tallystone/core/utc-minute';

const LOCAL = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment in the reader's zone, with UTC on hover; "unknown" when it cannot be read. */
export function Moment({ iso, className }: { iso: string; className?: string }) {
  const text = momentText(iso);
  if (text === null) return 'unknown';
  return (
    <time dateTime={iso} title={utcText(iso)} className={className}>
      {text}
    </time>
  );
}

/** Such as `Nov 22, 2026 17:05`, in the reader's zone; null when it cannot be read. */
export function momentText(iso: string): string | null {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? null : LOCAL.format(moment).replace(/, (?=\d\d:)/, ' ');
}

/** Such as `2026-11-22 17:05 UTC`. */
export function utcText(iso: string): string {
  return utcMinute(new Date(iso));
}
