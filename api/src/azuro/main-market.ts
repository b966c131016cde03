import type { SkipReason } from '@tallystone/core/http-api/azuro';
import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import type { FeedCondition, FeedGame, FeedOutcome } from './azuro-feed.ts';
import { isModernCondition } from './is-modern-condition.ts';
import { isSoundPrice } from './is-sound-price.ts';
import type { OutcomeNames } from './outcome-names.ts';
import { bySort } from './sort-order.ts';

/** The market of a game that an import would take, or why there is none. */
export type MainMarket =
  | {
      readonly kind: 'chosen';
      readonly condition: FeedCondition;
      /** In the order in which they are shown. */
      readonly outcomes: readonly MainOutcome[];
      readonly marketKey: string;
      readonly marketName: string;
      /** The rule in a sentence or two, or empty. */
      readonly rule: string;
    }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

export interface MainOutcome {
  /** The feed's. */
  readonly id: string;
  readonly name: string;
  readonly odds: MicroOdds;
}

const WITH_DRAW = ['1', 'X', '2'];
const WITHOUT_DRAW = ['1', '2'];

/**
 * The dictionary's markets in which exactly one outcome wins the whole game, with all their selections.
 * If a game has several, the sport's own order decides, then this one.
 *
 * @see docs/design/feed.md#main-market
 */
const WINNER_MARKETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['19-76-1', WITHOUT_DRAW],
  ['1-1-1', WITH_DRAW],
  ['19-76-76', WITHOUT_DRAW],
  ['19-76-83', WITHOUT_DRAW],
  ['19-1-87', WITHOUT_DRAW],
  ['19-75-51', WITHOUT_DRAW],
  ['19-1-82', WITHOUT_DRAW],
  ['19-1-69', WITHOUT_DRAW],
  ['19-1-76', WITHOUT_DRAW],
  ['19-1-51', WITHOUT_DRAW],
  ['19-1-54', WITHOUT_DRAW],
]);
/** Newer servers' names for such markets. */
const WINNER_CATEGORIES = ['winner', 'result'];

/** Conditions on the same question, with their outcomes named and in order; null if they can't be named. */
interface Candidate {
  readonly key: string;
  readonly name: string;
  readonly rule: string;
  readonly conditions: readonly {
    readonly condition: FeedCondition;
    readonly outcomes: readonly (FeedOutcome & { readonly name: string })[] | null;
  }[];
}

/** A game and its conditions, in any state and order; those of other games are ignored. */
export interface OfferedGame {
  readonly game: FeedGame;
  readonly conditions: readonly FeedCondition[];
  readonly names: OutcomeNames;
}

/**
 * Chooses the market on who wins the whole game. The order in the feed's answer doesn't matter. Conditions that can't be
 * understood are skipped, never guessed at.
 *
 * @see docs/design/feed.md#main-market
 */
export function chooseMainMarket({ game, conditions, names }: OfferedGame): MainMarket {
  const own = conditions.filter(({ gameId }) => gameId === game.id);
  if (own.length === 0) return skipped('no_conditions');
  const market = winnerOfDictionary(game, own, names) ?? modernWinner(own);
  if (market === null) return skipped('no_main_market');

  const open = market.conditions.filter(({ condition }) => condition.state === 'Active' && !condition.hidden);
  const [chosen] = open.sort((a, b) => bySort(a.condition, b.condition));
  if (chosen === undefined) return skipped('main_market_not_active');
  if (chosen.outcomes === null || !areDistinct(chosen.outcomes.map(({ name }) => name)))
    return skipped('bad_data');

  const outcomes = chosen.outcomes.flatMap(({ id, name, odds }) =>
    odds === null ? [] : [{ id, name, odds }],
  );
  if (
    outcomes.length < chosen.outcomes.length ||
    !isSoundPrice(
      1,
      outcomes.map(({ odds }) => odds),
    )
  )
    return skipped('bad_odds');
  return {
    kind: 'chosen',
    condition: chosen.condition,
    outcomes,
    marketKey: market.key,
    marketName: market.name,
    rule: market.rule,
  };
}

function winnerOfDictionary(
  game: FeedGame,
  conditions: readonly FeedCondition[],
  names: OutcomeNames,
): Candidate | null {
  const byKey = new Map<string, FeedCondition[]>();
  for (const condition of conditions) {
    const key = isModernCondition(condition.id) ? null : winnerKeyOf(condition, names);
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), condition]);
  }
  const key = [...names.marketOrderOf(game.sport.id), ...WINNER_MARKETS.keys()].find((each) =>
    byKey.has(each),
  );
  const found = key === undefined ? undefined : byKey.get(key);
  const known = names.of(found?.[0]?.outcomes[0]?.id ?? '');
  if (key === undefined || found === undefined || known === null) return null;
  return {
    key,
    name: known.marketName,
    rule: known.marketRule,
    conditions: found.map((condition) => ({
      condition,
      outcomes: nameBySides(condition, { game, key, names }),
    })),
  };
}

/**
 * The winner market that all outcomes of a condition belong to, if any. The dictionary also lists outcomes with a
 * line in baseball's winner market; they are called `1 (-1.5)` and don't count.
 */
function winnerKeyOf({ outcomes }: FeedCondition, names: OutcomeNames): string | null {
  const known = outcomes.map(({ id }) => names.of(id));
  const key = known[0]?.marketKey;
  const selections = key === undefined ? undefined : WINNER_MARKETS.get(key);
  if (key === undefined || selections === undefined) return null;
  const isWinner = known.every(
    (each) => each?.marketKey === key && each.isOfMainGame && selections.includes(each.selection),
  );
  return isWinner ? key : null;
}

/** The outcomes in the dictionary's order, named after the participants; null if any is missing, doubled or nameless. */
function nameBySides(
  { outcomes }: FeedCondition,
  { game, key, names }: { game: FeedGame; key: string; names: OutcomeNames },
): (FeedOutcome & { name: string })[] | null {
  const [home, away, ...more] = game.participants;
  if (!home || !away || more.length > 0) return null;
  const titles = new Map([
    ['1', home],
    ['X', 'Draw'],
    ['2', away],
  ]);
  const named = outcomes
    .flatMap((outcome) => {
      const known = names.of(outcome.id);
      const name = titles.get(known?.selection ?? '');
      return known === null || name === undefined ? [] : [{ ...outcome, name, order: known.order }];
    })
    .sort((a, b) => a.order - b.order);
  return named.length === WINNER_MARKETS.get(key)?.length ? named : null;
}

/** Chooses by category if the server sends one with any condition, else takes the first condition. */
function modernWinner(conditions: readonly FeedCondition[]): Candidate | null {
  const modern = conditions.filter(({ id }) => isModernCondition(id)).sort(bySort);
  const isCategorised = modern.some(({ category }) => category !== null);
  const first = isCategorised
    ? modern.find((each) => WINNER_CATEGORIES.includes(each.category ?? '') && mayBeOnWinner(each))
    : modern[0];
  if (first === undefined || !mayBeOnWinner(first)) return null;
  const market = modern.filter((each) => each === first || isOfMarket(each, first)).filter(mayBeOnWinner);
  return {
    key: first.marketId ?? first.id,
    name: first.title ?? 'Winner',
    rule: '',
    conditions: market.map((condition) => ({ condition, outcomes: nameByTitles(condition) })),
  };
}

/** Two or three outcomes and none with a line, because being above a line doesn't win the game. */
const mayBeOnWinner = ({ outcomes }: FeedCondition): boolean =>
  (outcomes.length === 2 || outcomes.length === 3) && outcomes.every(({ line }) => line === null);

const isOfMarket = (condition: FeedCondition, first: FeedCondition): boolean =>
  first.marketId !== null && condition.marketId === first.marketId && condition.category === first.category;

function nameByTitles({ outcomes }: FeedCondition): (FeedOutcome & { name: string })[] | null {
  const named = outcomes.flatMap((outcome) => (outcome.title ? [{ ...outcome, name: outcome.title }] : []));
  return named.length === outcomes.length ? named.sort(bySort) : null;
}

/** Whether people can tell the names apart. */
function areDistinct(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

const skipped = (reason: SkipReason): MainMarket => ({ kind: 'skipped', reason });
