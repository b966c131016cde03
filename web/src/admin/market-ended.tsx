import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t-admin.ts';
import { TextWith } from '../texts/text-with.tsx';
import { localMoment } from './admin-moment.ts';
import { proposerOf, resultWords, stageBadge } from './resolution-words.ts';
import { resultsQuery } from './results-query.ts';

/** Stages of a market that has ended or is about to. */
const ENDED: readonly WireResolution['stage'][] = ['approval', 'window', 'paying', 'paid'];

/**
 * How another admin ended the market in the meantime; null if none did.
 *
 * @param error of the last call on the market. If the market's state was wrong, the queue is read again to learn why.
 */
export function useEndOf(marketId: string, error: Error | null): WireResolution | null {
  const { data, refetch } = useQuery({ ...resultsQuery, refetchOnMount: false });
  const isRefused = error instanceof ApiError && error.code === 'wrong-state';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  if (!isRefused) return null;
  return data?.resolutions.find((each) => each.marketId === marketId && ENDED.includes(each.stage)) ?? null;
}

/** Says how the market ended, by whom, and at which stage it is. */
export function MarketEnded({ end }: { end: WireResolution }) {
  return (
    <div
      role="alert"
      className="rounded-control border border-warning bg-warning-soft px-3 py-2 text-secondary"
    >
      <p className="font-semibold">
        <TextWith
          text={t('adminEnding.somebodyFirst')}
          parts={{ result: () => <bdi>{resultWords(end)}</bdi> }}
        />
      </p>
      <p className="mt-1">
        {t('adminEnding.notDone', {
          stage: stageBadge(end.stage).label,
          who: proposerOf(end),
          at: localMoment(end.proposedAt),
        })}
      </p>
    </div>
  );
}
