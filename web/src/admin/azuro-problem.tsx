import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';

/** Why the last reading of the feed failed, while it stands. */
export function AzuroProblem({ data }: { data: WireAzuroData }) {
  if (data.problem === undefined) return null;
  return (
    <Banner tone="warning" title={t('adminAzuro.lastFailed')}>
      {translated(data.problem, data.problemReason)}
      {data.syncedAt !== null && ` ${t('adminAzuro.fromBefore')}`}
    </Banner>
  );
}
