import type { SkipReason } from '@tallystone/core/http-api/azuro';
import { DESCRIPTION_LENGTH, OUTCOME_LENGTH, TITLE_LENGTH } from '@tallystone/core/markets/check-new-market';
import { isFarAhead } from '@tallystone/core/markets/is-far-ahead';
import { gameTitle } from '../markets/game-title.ts';
import { leagueName } from '../markets/league-name.ts';
import type { FeedGame } from './azuro-feed.ts';
import { conditionName } from './condition-name.ts';
import { chooseMainMarket, type MainMarket, type OfferedGame } from './main-market.ts';
import { type Choice, type Dropped, type OtherMarket, offerMarkets, singleName } from './offered-markets.ts';
import type { NewFeedMarket } from './open-feed-markets.ts';
import { isPlausibleStart } from './plausible-start.ts';

export type ImportDecision =
  | {
      readonly kind: 'import';
      /** The main market first, unless it is open already. */
      readonly markets: readonly NewFeedMarket[];
      readonly dropped: readonly Dropped[];
    }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

/** What all markets of a game have in common. */
type OfGame = Pick<NewFeedMarket, 'category' | 'subcategory' | 'pricedAt'> & { readonly game: FeedGame };

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
 * Decides whether a game is imported, and which of its conditions become our markets.
 *
 * @param at `readAt`: when the feed was asked for it; `futures`: whether it may start more than 30 days ahead;
 *   `hasMain`: whether its main market is open already; `inPlay`: whether running games take bets
 * @see docs/design/feed.md#import
 */
export function decideImport(
  all: OfferedGame,
  at: Choice & { readAt: Date; now: Date; futures: boolean; hasMain: boolean; inPlay: boolean },
): ImportDecision {
  const { game, names } = all;
  const { offered, over } = stillOffered(all);
  const goesInPlay = at.inPlay && offered.conditions.length > 0;
  const reason = reasonOfGame(game, { ...at, goesInPlay });
  if (reason !== null) return { kind: 'skip', reason };
  const main: MainMarket = at.hasMain
    ? { kind: 'skipped', reason: 'already_imported' }
    : chooseMainMarket(offered);
  if (main.kind === 'skipped' && !at.hasMain) return { kind: 'skip', reason: main.reason };
  const { others, dropped } = offerMarkets(offered, main, at);

  const title = gameTitle(game.title);
  const ofGame: OfGame = {
    game,
    category: game.sport.id === POLITICS ? 'politics' : 'sports',
    subcategory: SUBCATEGORIES.get(game.sport.id) ?? 'all',
    pricedAt: at.readAt,
  };
  const first = main.kind === 'skipped' ? [] : [mainMarketOf(main, { ofGame, title })];
  if (!first.every((market) => isPresentable(market) && !at.taken.has(market.conditionId)))
    return { kind: 'skip', reason: 'bad_data' };
  const rest = others.map((other) => ({ market: marketOf(other, { ofGame, title }), other }));
  return {
    kind: 'import',
    markets: [...first, ...rest.map(({ market }) => market).filter(isPresentable)],
    dropped: [
      ...dropped,
      ...over.map((condition) => ({
        condition,
        marketName: conditionName(condition, names),
        reason: 'not_active' as const,
      })),
      ...rest
        .filter(({ market }) => !isPresentable(market))
        .map(({ other: { condition, ofOutcome, name, outcomes } }) => ({
          condition,
          marketName:
            ofOutcome === null ? conditionName(condition, names) : singleName(name, outcomes[0]?.name ?? ''),
          reason: 'bad_data' as const,
        })),
    ],
  };
}

/** What may still take bets: of a running game only the conditions that the feed offers in play. */
function stillOffered(all: OfferedGame) {
  if (all.game.state !== 'Live') return { offered: all, over: [] };
  const conditions = all.conditions.filter(({ isLiveEnabled }) => isLiveEnabled);
  return {
    offered: { ...all, conditions },
    over: all.conditions.filter(({ isLiveEnabled }) => !isLiveEnabled),
  };
}

const mainMarketOf = (
  { marketName: name, rule, condition, outcomes }: Extract<MainMarket, { kind: 'chosen' }>,
  { ofGame, title }: { ofGame: OfGame; title: string },
): NewFeedMarket => ({
  ...ofGame,
  isMain: true,
  title,
  description: describe(name, rule, ofGame.game),
  group: 'result',
  name,
  line: null,
  winners: 1,
  conditionId: condition.id,
  ofOutcome: null,
  mayGoInPlay: condition.isLiveEnabled,
  outcomes,
});

function marketOf(
  { condition, name, lineText, rule, ...market }: OtherMarket,
  { ofGame, title }: { ofGame: OfGame; title: string },
): NewFeedMarket {
  const question =
    market.ofOutcome === null ? withLine(name, lineText) : singleName(name, market.outcomes[0]?.name ?? '');
  return {
    ...ofGame,
    ...market,
    isMain: false,
    title: `${title}: ${question}`,
    description: describe(question, rule, ofGame.game),
    name,
    conditionId: condition.id,
    mayGoInPlay: condition.isLiveEnabled,
  };
}

const withLine = (name: string, lineText: string) => (lineText === '' ? name : `${name} ${lineText}`);

function reasonOfGame(
  { state, startsAt }: FeedGame,
  { now, futures, goesInPlay }: { now: Date; futures: boolean; goesInPlay: boolean },
): SkipReason | null {
  if (state === 'Live' && !goesInPlay) return 'already_started';
  if (state !== 'Prematch' && state !== 'Live') return 'not_open';
  if (!isPlausibleStart(startsAt, now)) return 'bad_data';
  if (state === 'Live') return startsAt > now ? 'bad_data' : null;
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

function describe(name: string, rule: string, { league, country }: FeedGame): string {
  const place = leagueName({ league: league.name, country: country.name });
  const sentences = [place === '' ? name : `${name} - ${place}`, rule].filter((each) => each !== '');
  const text = sentences.map((each) => (/[.?!]$/.test(each) ? each : `${each}.`)).join(' ');
  return text.slice(0, DESCRIPTION_LENGTH);
}
