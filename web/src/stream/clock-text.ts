import { locale } from '../texts/language.ts';

/** Such as `14:05`, in the reader's zone. */
export function clockText(at: number): string {
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );
}
