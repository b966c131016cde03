import { useEffect, useRef } from 'react';
import { store } from '../signals/store.ts';

/** The game whose markets the page shows, besides those of the list; null for none. */
export const followedGame = store<string | null>(null);

/**
 * Makes the stream bring news of all markets of a game while a component is there.
 *
 * @param id undefined for no game
 * @param onFollowed called when the stream begins to: read again what was read before
 */
export function useFollowedGame(id: string | undefined, onFollowed: () => void = () => {}): void {
  const call = useRef(onFollowed);
  call.current = onFollowed;
  useEffect(() => {
    if (id === undefined) return;
    followedGame.set(id);
    call.current();
    return () => {
      if (followedGame.read() === id) followedGame.set(null);
    };
  }, [id]);
}
