import { chunksOf } from '../rounds/chunks-of.ts';
import type { ConditionUpdate, FeedListener, FeedSubscription, GameUpdate } from './azuro-feed.ts';
import { parseObject } from './feed-value.ts';
import { gather } from './gather.ts';
import { parseConditionUpdate, parseGameUpdate } from './parse-update.ts';
import { openSteadySocket, SOCKET_LIMITS, type SocketSettings } from './steady-socket.ts';
import { without } from './without.ts';

/**
 * Follows games and conditions over one connection. If the connection is lost, it reconnects and subscribes to
 * everything again. Unused events and ids that aren't followed are dropped without a note.
 *
 * @param settings the address is the base with `/feed`
 * @see docs/design/feed.md#following
 */
export function openFeedSocket(
  listener: FeedListener,
  { environment, now, ...settings }: { environment: string; now: () => Date } & SocketSettings,
): FeedSubscription {
  const { gatherMs, idsPerMessage } = { ...SOCKET_LIMITS, ...settings };
  let wanted: Wanted = { conditionIds: new Set(), gameIds: new Set() };

  // Checks `wanted` again on delivery: the id may not be followed any more by then.
  const conditions = gather<ConditionUpdate>(
    gatherMs,
    (update) => wanted.conditionIds.has(update.id) && listener.onCondition(update),
    merge,
  );
  const games = gather<GameUpdate>(
    gatherMs,
    (update) => wanted.gameIds.has(update.id) && listener.onGame(update),
    (_, later) => later,
  );

  function ask(event: string, ids: readonly string[]): void {
    const field = event.endsWith('Games') ? 'gameIds' : 'conditionIds';
    for (const some of chunksOf(ids, idsPerMessage)) {
      socket.send({ event, data: { [field]: some, environment } });
    }
  }

  const socket = openSteadySocket({
    ...settings,
    onOpen() {
      ask('SubscribeConditions', [...wanted.conditionIds]);
      ask('SubscribeGames', [...wanted.gameIds]);
      listener.onOpen();
    },
    onMessage(message) {
      const { event, data } = parseObject(message, 'it');
      if (event === 'ConditionUpdated') {
        const update = parseConditionUpdate(data);
        if (wanted.conditionIds.has(update.id)) conditions.add(update);
      } else if (event === 'GameUpdated') {
        const update = parseGameUpdate(data, now());
        if (wanted.gameIds.has(update.id)) games.add(update);
      }
    },
  });

  return {
    follow({ conditionIds, gameIds }) {
      const next: Wanted = { conditionIds: new Set(conditionIds), gameIds: new Set(gameIds) };
      const before = wanted;
      wanted = next;
      // While the socket is closed these do nothing: the next opening subscribes to everything.
      ask('UnsubscribeConditions', without(before.conditionIds, next.conditionIds));
      ask('UnsubscribeGames', without(before.gameIds, next.gameIds));
      ask('SubscribeConditions', without(next.conditionIds, before.conditionIds));
      ask('SubscribeGames', without(next.gameIds, before.gameIds));
    },
    get isOpen() {
      return socket.isOpen;
    },
    close() {
      conditions.stop();
      games.stop();
      socket.close();
    },
  };
}

interface Wanted {
  readonly conditionIds: ReadonlySet<string>;
  readonly gameIds: ReadonlySet<string>;
}

/** The later update, plus outcomes that only the earlier one has. */
function merge(earlier: ConditionUpdate, later: ConditionUpdate): ConditionUpdate {
  const outcomes = new Map([...earlier.outcomes, ...later.outcomes].map((outcome) => [outcome.id, outcome]));
  return { ...later, outcomes: [...outcomes.values()] };
}
