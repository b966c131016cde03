import { utcMinute } from '@tallystone/core/utc-minute';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t.ts';

/** By locale: making one takes longer than a long list of moments has. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in the reader's zone, with UTC on hover; "unknown" when it cannot be read. */
export function Moment({ iso, className }: { iso: string; className?: string }) {
  const text = momentText(iso);
  if (text === null) return t('controls.unknownTime');
  return (
    <time dateTime={iso} title={utcText(iso)} className={className}>
      {text}
    </time>
  );
}

/** Such as `Nov 22, 2026 17:05`, in the reader's zone; null when it cannot be read. */
export function momentText(iso: string): string | null {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? null
    : localFormat()
        .format(moment)
        .replace(/, (?=\d\d:)/, ' ');
}

function localFormat(): Intl.DateTimeFormat {
  const tag = locale();
  const known = formats.get(tag);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(tag, made);
  return made;
}

/** Such as `2026-11-22 17:05 UTC`. */
export function utcText(iso: string): string {
  return utcMinute(new Date(iso));
}
