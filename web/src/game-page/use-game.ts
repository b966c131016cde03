import type { WireGamePage } from '@tallystone/core/http-api/markets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { gameQuery } from '../data/game-query.ts';
import { listenTo } from '../signals/listen-to.ts';
import { useFollowedGame } from '../stream/followed-game.ts';
import { followGame } from './follow-game.ts';

/** The feed's ids have only these characters. Any other text must not become part of a request's path. */
const ID = /^[\w-]{1,64}$/;

export type GamePageState =
  | { kind: 'loading' }
  /** There is no game with this id. */
  | { kind: 'unknown' }
  | { kind: 'failed'; error: Error | null; retry: () => void }
  | {
      kind: 'found';
      game: WireGamePage;
      /** It is from an earlier visit and being read again, so its prices may be old. */
      isOld: boolean;
      /** When it was last read, in ms by the browser's clock. */
      readAt: number;
      /** Reading it again failed. */
      outdated: boolean;
    };

/** A game with all of its markets, kept up to date while the page shows it. */
export function useGame(id: string): GamePageState {
  const queryClient = useQueryClient();
  const isId = ID.test(id);
  // Before the query, so that the stream continues from a moment before the answer.
  useFollowedGame(isId ? id : undefined);
  useEffect(() => (isId ? followGame(queryClient, id) : undefined), [queryClient, id, isId]);
  const [isEarlier, setEarlier] = useState(
    () => queryClient.getQueryData(gameQuery(id).queryKey) !== undefined,
  );
  const query = useQuery({ ...gameQuery(id), enabled: isId, refetchOnMount: 'always' });
  const { data, error, isError, isFetching, fetchStatus, refetch } = query;
  useEffect(() => {
    if (!isFetching) setEarlier(false);
  }, [isFetching]);

  // After a lost connection, the game is out of date.
  useEffect(() => {
    const { queryKey } = gameQuery(id);
    return listenTo(window, ['online'], () => isId && void queryClient.invalidateQueries({ queryKey }));
  }, [id, isId, queryClient]);

  const isMissing = error instanceof ApiError && error.status === 404;
  if (!isId || isMissing) return { kind: 'unknown' };
  if (data !== undefined) {
    return { kind: 'found', game: data, isOld: isEarlier, readAt: query.dataUpdatedAt, outdated: isError };
  }
  if (isError || fetchStatus === 'paused') return { kind: 'failed', error, retry: () => void refetch() };
  return { kind: 'loading' };
}
