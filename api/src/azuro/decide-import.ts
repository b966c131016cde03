import type { SkipReason } from '@tallystone/core/http-api/azuro';
import { DESCRIPTION_LENGTH, OUTCOME_LENGTH, TITLE_LENGTH } from '@tallystone/core/markets/check-new-market';
import { isFarAhead } from '@tallystone/core/markets/is-far-ahead';
import type { FeedGame } from './azuro-feed.ts';
import { chooseMainMarket, type OfferedGame } from './main-market.ts';
import type { NewFeedMarket } from './open-feed-markets.ts';
import { isPlausibleStart } from './plausible-start.ts';

export type ImportDecision =
  | { readonly kind: 'import'; readonly market: NewFeedMarket }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

const POLITICS = '56';
/** Our subcategory by Azuro's sport id. */
const SUBCATEGORIES: ReadonlyMap<string, string> = new Map([
  ['33', 'soccer'],
  ['31', 'basketball'],
  ['44', 'football'],
  ['28', 'baseball'],
  ['32', 'hockey'],
  ['45', 'tennis'],
  ['36', 'mma'],
  ['29', 'boxing'],
  [POLITICS, 'elections'],
]);

/**
 * Decides whether a game becomes one of our markets, and which.
 *
 * @param at `readAt`: when the feed was asked for it; `futures`: whether it may start more than 30 days ahead
 * @see docs/design/feed.md#import
 */
export function decideImport(
  offered: OfferedGame,
  at: { readAt: Date; now: Date; futures: boolean },
): ImportDecision {
  const { game } = offered;
  const reason = reasonOfGame(game, at);
  if (reason !== null) return { kind: 'skip', reason };
  const main = chooseMainMarket(offered);
  if (main.kind === 'skipped') return { kind: 'skip', reason: main.reason };

  const market: NewFeedMarket = {
    game,
    title: game.title.replaceAll(' - ', ' vs '),
    description: main.description.slice(0, DESCRIPTION_LENGTH),
    category: game.sport.id === POLITICS ? 'politics' : 'sports',
    subcategory: SUBCATEGORIES.get(game.sport.id) ?? 'all',
    conditionId: main.condition.id,
    outcomes: main.outcomes,
    pricedAt: at.readAt,
  };
  return isPresentable(market) ? { kind: 'import', market } : { kind: 'skip', reason: 'bad_data' };
}

function reasonOfGame(
  { state, startsAt }: FeedGame,
  { now, futures }: { now: Date; futures: boolean },
): SkipReason | null {
  if (state === 'Live') return 'already_started';
  if (state !== 'Prematch') return 'not_open';
  if (!isPlausibleStart(startsAt, now)) return 'bad_data';
  if (startsAt <= now) return 'starts_in_past';
  return isFarAhead(startsAt, now) && !futures ? 'too_far_ahead' : null;
}

/** Whether the title and names fit the lengths that apply to every market. */
function isPresentable({ title, outcomes }: NewFeedMarket): boolean {
  return (
    title.length >= TITLE_LENGTH.min &&
    title.length <= TITLE_LENGTH.max &&
    outcomes.every(({ name }) => name !== '' && name.length <= OUTCOME_LENGTH)
  );
}
