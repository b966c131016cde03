import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';

/** Pictures being drawn or waiting to be drawn. */
const MOST_WAITING = 16;

export type DrawInTurn = ReturnType<typeof createDrawQueue>;

/**
 * Draws one picture at a time, because drawing takes a hundred times as long as any other answer.
 *
 * @returns runs the work in its turn. Throws HttpError `too-busy` while too many others wait.
 */
export function createDrawQueue() {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING) {
      throw new HttpError('too-busy', say('too-many-pictures'), { retryAfterSeconds: 1 });
    }
    waiting += 1;
    const done = turn.then(work).finally(() => {
      waiting -= 1;
    });
    turn = done.catch(() => undefined);
    return done;
  };
}
