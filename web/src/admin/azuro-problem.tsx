import type { WireAzuroData } from '@tallystone/core/http-api';
import { Banner } from '../ui/banner.tsx';

/** Why the last reading of the feed failed, while it stands. */
export function AzuroProblem({ data }: { data: WireAzuroData }) {
  if (data.problem === undefined) return null;
  return (
    <Banner tone="warning" title="The last reading of the feed failed">
      {data.problem}
      {data.syncedAt !== null && ' Games and odds on this page are from before.'}
    </Banner>
  );
}
