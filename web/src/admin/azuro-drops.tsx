import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { Moment } from '../format/moment.tsx';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';

/** The parts of the feed's answers that were invalid and left out. */
export function AzuroDrops({ data }: { data: WireAzuroData }) {
  if (data.dropped === 0) return null;
  return (
    <details className="text-meta">
      <summary className="min-h-6 font-semibold">{t('adminAzuro.leftOut', counted(data.dropped))}</summary>
      <p className="mt-2 max-w-prose text-muted">{t('adminAzuro.leftOutMeans')}</p>
      <ScrollBox aria-label={t('adminAzuro.leftOutList')} className="mt-2 max-h-60">
        <ul className="grid gap-1.5">
          {data.drops.map(({ at, what, why }) => (
            <li key={`${at} ${what} ${why}`} className="break-words">
              <Moment iso={at} className="text-muted" /> <span className="font-semibold">{what}</span>: {why}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </details>
  );
}
