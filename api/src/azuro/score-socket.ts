import { chunksOf } from '../rounds/chunks-of.ts';
import type { ScoreListener, ScoreSubscription, ScoreUpdate } from './azuro-feed.ts';
import { parseList, parseOr } from './feed-value.ts';
import { gather } from './gather.ts';
import { laterScore } from './later-score.ts';
import { parseScore, parseScoreId } from './parse-score.ts';
import { openSteadySocket, SOCKET_LIMITS, type SocketSettings } from './steady-socket.ts';
import { without } from './without.ts';

/** No message has this many games; the rest is ignored. */
const MOST_GAMES = 1000;

/**
 * Follows the scores of running games over one connection, which reconnects as the feed's does. Games that aren't
 * followed, and those without a score, are dropped without a note.
 *
 * @param settings the address is the base with `/statistics/games`
 * @see docs/design/feed.md#scores
 */
export function openScoreSocket(listener: ScoreListener, settings: SocketSettings): ScoreSubscription {
  const { gatherMs, idsPerMessage } = { ...SOCKET_LIMITS, ...settings };
  let wanted: ReadonlySet<string> = new Set();

  // Checks `wanted` again on delivery, as the feed's socket does.
  const scores = gather<ScoreUpdate>(
    gatherMs,
    (update) => wanted.has(update.id) && listener.onScore(update),
    laterScore,
  );

  function ask(action: 'subscribe' | 'unsubscribe', ids: readonly string[]): void {
    for (const gameIds of chunksOf(ids, idsPerMessage)) socket.send({ action, gameIds });
  }

  function read(element: unknown): void {
    if (!wanted.has(parseScoreId(element))) return;
    const update = parseScore(element);
    if (update !== null) scores.add(update);
  }

  const socket = openSteadySocket({
    ...settings,
    onOpen() {
      ask('subscribe', [...wanted]);
      listener.onOpen();
    },
    onMessage(message) {
      for (const element of parseList(message, 'it').slice(0, MOST_GAMES)) {
        parseOr(
          () => read(element),
          (why) => settings.drops.note('score of a game', why),
        );
      }
    },
  });

  return {
    follow(gameIds) {
      const [before, next] = [wanted, new Set(gameIds)];
      wanted = next;
      ask('unsubscribe', without(before, next));
      ask('subscribe', without(next, before));
    },
    close() {
      scores.stop();
      socket.close();
    },
  };
}
