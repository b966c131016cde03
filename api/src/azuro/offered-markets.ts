import type { DropReason } from '@tallystone/core/http-api/azuro';
import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import { MOST_OUTCOMES } from '@tallystone/core/odds/winner-sets';
import { byPlaceOnGame } from '../markets/by-place-on-game.ts';
import type { FeedCondition, FeedGame, FeedOutcome } from './azuro-feed.ts';
import { conditionName } from './condition-name.ts';
import { isModernCondition } from './is-modern-condition.ts';
import { isSoundPrice } from './is-sound-price.ts';
import type { MainMarket, OfferedGame } from './main-market.ts';
import {
  DECIDED_SINGLY,
  DOUBLE_CHANCE,
  MARKET_KINDS,
  MODERN_GROUPS,
  SEVERAL_WINNERS,
} from './market-kinds.ts';
import { nameOutcome, signed } from './name-outcome.ts';
import type { NewOutcome } from './open-feed-markets.ts';
import type { OutcomeNames } from './outcome-names.ts';
import { bySort } from './sort-order.ts';

/** A market of a game that an import would open besides the main one. */
export interface OtherMarket {
  readonly condition: FeedCondition;
  /** The feed's id of the outcome that it is about, if each is decided by itself; null: about all of them. */
  readonly ofOutcome: string | null;
  readonly group: MarketGroup;
  /** Without the game and the line, such as `Total Goals`. */
  readonly name: string;
  /** The line as people read it, such as `2.5` or `+1`; empty without one. */
  readonly lineText: string;
  readonly line: number | null;
  /** The rule in a sentence or two, or empty. */
  readonly rule: string;
  /** How many outcomes win. */
  readonly winners: number;
  /** In the order in which they are shown. */
  readonly outcomes: readonly NewOutcome[];
}

/** A condition, or an outcome of it, that an import would leave out. */
export interface Dropped {
  readonly condition: FeedCondition;
  readonly marketName: string;
  readonly reason: DropReason;
}

/** What an import may take. */
export interface Choice {
  /** Those that the settings choose. */
  readonly groups: ReadonlySet<MarketGroup>;
  /** The keys of what the game's markets ask already, see `knownKey`, and maybe of others. */
  readonly known: ReadonlySet<string>;
  /** The conditions of markets of other games. */
  readonly taken: ReadonlySet<string>;
  /** Whether markets in which several outcomes win can be opened. */
  readonly several: boolean;
}

/** Most markets from one condition: both squads of a game. */
const MOST_SINGLES = 60;
/** What wins if an outcome that is decided by itself doesn't. The feed has no price for it. */
const OTHER_SIDE: NewOutcome = { id: null, name: 'No', odds: null };

/** What a market asks of the feed: a condition, or one outcome of it. */
export const knownKey = ({
  conditionId,
  ofOutcome,
}: {
  conditionId: string;
  ofOutcome: string | null;
}): string => (ofOutcome === null ? conditionId : `${conditionId} ${ofOutcome}`);

/** What one market would be about. */
interface Asked {
  readonly condition: FeedCondition;
  /** Null: all outcomes together. */
  readonly single: FeedOutcome | null;
}

/** What it asks, with the outcomes that the feed prices named and in order. */
interface Question extends Omit<OtherMarket, 'outcomes' | 'condition' | 'ofOutcome'> {
  readonly outcomes: readonly (FeedOutcome & { readonly name: string })[];
  /** Conditions with the same key ask the same. */
  readonly key: string;
}

/**
 * Sorts the conditions of a game besides its main market into those that become markets and those that are left out. The
 * order of the feed's answer doesn't matter. What can't be understood is left out, never guessed at.
 *
 * @param main what the game's main market will be; skipped if it has one
 * @see docs/design/feed.md#all-markets
 */
export function offerMarkets(
  offered: OfferedGame,
  main: MainMarket,
  choice: Choice,
): { others: readonly OtherMarket[]; dropped: readonly Dropped[] } {
  const others: OtherMarket[] = [];
  const dropped: Dropped[] = [];
  const own = offered.conditions.filter(({ gameId }) => gameId === offered.game.id).sort(bySort);
  const all = own.flatMap(askedOf);
  const isOpen = ({ condition, single }: Asked) =>
    choice.known.has(knownKey({ conditionId: condition.id, ofOutcome: single?.id ?? null })) ||
    (main.kind === 'chosen' && condition === main.condition);
  const knownSingly = new Set([...choice.known].flatMap((key) => key.split(' ').slice(0, -1)));
  // Its markets were imported when the feed called it something else: what it asks can't be both.
  const isKnownOtherwise = ({ condition: { id, category }, single }: Asked) =>
    single === null ? knownSingly.has(id) && !DECIDED_SINGLY.has(category ?? '') : choice.known.has(id);
  const keys = new Set(all.filter(isOpen).flatMap((each) => keysOf(each, offered)));
  const left = new Map<FeedCondition, { asked: Asked; reason: DropReason }[]>();
  for (const asked of all) {
    if (isOpen(asked)) continue;
    const found = isKnownOtherwise(asked) ? 'bad_data' : offerOf(asked, offered, { ...choice, keys });
    if (typeof found !== 'string') others.push(found);
    else left.set(asked.condition, [...(left.get(asked.condition) ?? []), { asked, reason: found }]);
  }
  for (const [condition, drops] of left) dropped.push(...namedDrops(condition, drops, offered.names));
  return { others: others.sort(byPlaceOnGame), dropped };
}

/** The markets that a condition would become. */
function askedOf(condition: FeedCondition): Asked[] {
  if (!isDecidedSingly(condition)) return [{ condition, single: null }];
  return [...condition.outcomes].sort(bySort).map((single) => ({ condition, single }));
}

const isDecidedSingly = ({ id, category, outcomes }: FeedCondition): boolean =>
  isModernCondition(id) && DECIDED_SINGLY.has(category ?? '') && outcomes.length <= MOST_SINGLES;

/** One entry if all of a condition is left out for the same reason. */
function namedDrops(
  condition: FeedCondition,
  drops: readonly { asked: Asked; reason: DropReason }[],
  names: OutcomeNames,
): Dropped[] {
  const marketName = conditionName(condition, names);
  const [first] = drops;
  if (first === undefined) return [];
  const isWhole = drops.length === askedOf(condition).length;
  if (isWhole && drops.every(({ reason }) => reason === first.reason))
    return [{ condition, marketName, reason: first.reason }];
  return drops.map(({ asked: { single }, reason }) => ({
    condition,
    marketName: single === null ? marketName : singleName(marketName, nameOf(single)),
    reason,
  }));
}

function questionOf({ condition, single }: Asked, { game, names }: OfferedGame): Question | DropReason {
  if (single !== null) return singleQuestion(condition, single);
  return isModernCondition(condition.id)
    ? modernQuestion(condition)
    : dictionaryQuestion(condition, game, names);
}

function keysOf(asked: Asked, offered: OfferedGame): string[] {
  const question = questionOf(asked, offered);
  return typeof question === 'string' ? [] : [question.key];
}

function offerOf(
  asked: Asked,
  offered: OfferedGame,
  { keys, groups, taken, several }: Choice & { keys: Set<string> },
): OtherMarket | DropReason {
  const { condition, single } = asked;
  const question = questionOf(asked, offered);
  if (typeof question === 'string') return question;
  if ((question.winners > 1 || single !== null) && !several) return 'several_winners';
  if (taken.has(condition.id)) return 'taken';
  if (!groups.has(question.group)) return 'not_chosen';
  if (condition.state !== 'Active' || condition.hidden) return 'not_active';
  const priced = question.outcomes.flatMap(({ id, name, odds }) =>
    odds === null ? [] : [{ id, name, odds }],
  );
  const outcomes = single === null ? priced : [...priced, OTHER_SIDE];
  const odds = outcomes.map((each) => each.odds);
  if (priced.length < question.outcomes.length || !isSoundPrice(question.winners, odds)) return 'bad_odds';
  if (keys.has(question.key)) return 'same_question';
  keys.add(question.key);
  const { key: _, ...market } = question;
  return { ...market, condition, ofOutcome: single?.id ?? null, outcomes };
}

function dictionaryQuestion(
  { outcomes }: FeedCondition,
  { participants }: FeedGame,
  names: OutcomeNames,
): Question | DropReason {
  const known = outcomes.flatMap((outcome) => {
    const of = names.of(outcome.id);
    return of === null ? [] : [{ ...outcome, of }];
  });
  const first = known[0]?.of;
  if (first === undefined || known.length < outcomes.length) return 'unknown_market';
  if (known.some(({ of }) => of.marketKey !== first.marketKey)) return 'bad_data';
  if (SEVERAL_WINNERS.has(first.kind)) return 'several_winners';
  const kind = MARKET_KINDS.get(first.kind);
  if (kind === undefined) return 'unknown_market';
  const [home, away, ...more] = participants;
  if (!home || !away || more.length > 0) return 'bad_data';

  const sides = kind.sides.map((side) => known.find(({ of }) => of.side === side));
  const ordered = sides.flatMap((each) => each ?? []);
  if (ordered.length < sides.length || known.length > sides.length) return 'bad_data';
  const line = lineOf(kind.hasLine, ordered);
  if (typeof line === 'string') return line;
  return {
    key: keyOf(first.marketKey, line),
    group: first.isOnPart ? 'period' : kind.group,
    name: withNames(first.marketName, { home, away }),
    line,
    lineText: kind.group === 'handicap' ? signed(line) : String(line ?? ''),
    winners: kind.winners,
    rule: withPush(first.marketRule, kind.mayBeOnLine && line !== null && Number.isInteger(line)),
    outcomes: ordered.map(({ of, ...outcome }) => ({
      ...outcome,
      name: nameOutcome(of.side, { line: of.line, home, away }),
    })),
  };
}

/** The line of the first outcome, which all others share; the second side of a handicap has it with the other sign. */
function lineOf(
  hasLine: boolean,
  outcomes: readonly { readonly of: { readonly side: string; readonly line: number | null } }[],
): number | null | DropReason {
  // A handicap without a line is one of zero.
  const lines = outcomes.map(({ of }) => (hasLine ? (of.line ?? 0) : of.line));
  const [line = null] = lines;
  if (!hasLine) return lines.every((each) => each === null) ? null : 'unknown_market';
  const isOne = outcomes.every(({ of }, place) =>
    of.side === 'H2' ? (lines[place] ?? 0) + (line ?? 0) === 0 : lines[place] === line,
  );
  if (!isOne) return 'bad_data';
  return isWholeOrHalf(line ?? 0) ? line : 'quarter_line';
}

function withPush(rule: string, mayBeOnLine: boolean): string {
  if (!mayBeOnLine) return rule;
  const push = 'Stakes are given back if the score is exactly on the line.';
  return rule === '' ? push : `${rule.replace(/(?<![.?!])$/, '.')} ${push}`;
}

/** A bet on a quarter line may be half won, which our bets can't be. */
const isWholeOrHalf = (line: number): boolean => Number.isInteger(line * 2);

/** Of three ends of a game each outcome covers two. With a line it is about something else as well. */
const isDoubleChance = (outcomes: FeedCondition['outcomes']): boolean =>
  outcomes.length === 3 && outcomes.every(({ line }) => line === null);

/**
 * One outcome of a condition in which any number wins: it does, or it doesn't. Which others do decides nothing, and the feed may cancel
 * it alone.
 */
function singleQuestion(
  { id, title, marketId, outcomes }: FeedCondition,
  single: FeedOutcome,
): Question | DropReason {
  if (title === null || single.title === null) return 'unknown_market';
  if (single.line !== null && Number.isNaN(Number(single.line))) return 'bad_data';
  if (single.line !== null && !isWholeOrHalf(Number(single.line))) return 'quarter_line';
  const name = nameOf(single);
  const named = [OTHER_SIDE.name, ...outcomes.map(nameOf)].map((each) => each.toLowerCase());
  if (named.filter((each) => each === name.toLowerCase()).length > 1) return 'bad_data';
  return {
    key: `${marketId ?? id} ${name}`,
    group: 'players',
    name: title,
    line: null,
    lineText: '',
    rule: 'Stakes are given back if the feed cancels this selection, for example when a player does not play.',
    winners: 1,
    outcomes: [{ ...single, name }],
  };
}

/** Without a title it is named by its id, as admins see it. */
const nameOf = ({ id, title, line }: FeedOutcome): string => withLine(title ?? id, line);

/** What a market on one outcome of a condition is called. */
export const singleName = (condition: string, outcome: string): string => `${condition}: ${outcome}`;

/** Modern conditions bring their own titles, and their category says how many outcomes win. */
function modernQuestion({ id, title, category, marketId, outcomes }: FeedCondition): Question | DropReason {
  // Of so many that they aren't offered.
  if (DECIDED_SINGLY.has(category ?? '')) return 'too_many_outcomes';
  const group = MODERN_GROUPS.get(category ?? '');
  if (group === undefined || title === null) return 'unknown_market';
  if (outcomes.length > MOST_OUTCOMES) return 'too_many_outcomes';
  if (category === DOUBLE_CHANCE && !isDoubleChance(outcomes)) return 'several_winners';
  const lines = outcomes.map((outcome) => (outcome.line === null ? null : Number(outcome.line)));
  if (!agree(lines, group)) return 'bad_data';
  if (lines.some((line) => line !== null && !isWholeOrHalf(line))) return 'quarter_line';
  const named = outcomes.flatMap((outcome) =>
    outcome.title === null ? [] : [{ ...outcome, name: withLine(outcome.title, outcome.line) }],
  );
  const isDistinct = new Set(named.map(({ name }) => name.toLowerCase())).size === outcomes.length;
  if (!isDistinct) return 'bad_data';
  const ordered = named.sort(bySort);
  const first = ordered[0]?.line ?? null;
  const line = first === null ? null : Number(first);
  return {
    key: keyOf(marketId ?? id, line),
    group,
    name: title,
    line,
    lineText: line === null ? '' : group === 'handicap' ? signed(line) : String(line),
    rule: '',
    winners: category === DOUBLE_CHANCE ? 2 : 1,
    outcomes: ordered,
  };
}

/** Whether the outcomes of a modern condition are on one line; the two sides of a handicap have it with both signs. */
function agree(lines: readonly (number | null)[], group: MarketGroup): boolean {
  const [first = null] = lines;
  if (lines.some((line) => line !== null && Number.isNaN(line))) return false;
  if (group === 'handicap' && lines.length === 2 && first !== null)
    return (lines[1] ?? Number.NaN) + first === 0;
  if (group === 'handicap') return lines.every((line) => Math.abs(line ?? 0) === Math.abs(first ?? 0));
  return lines.every((line) => line === first);
}

/** Adds the line unless the title ends with it, as in `Over 2.5` and `Home (-1)`. Names of teams may end with a number. */
function withLine(title: string, line: string | null): string {
  const [, said] = /(?:\b(?:over|under) |\()([+-]?\d+(?:\.\d+)?)\)?$/i.exec(title) ?? [];
  return line === null || (said !== undefined && Number(said) === Number(line))
    ? title
    : `${title} (${line})`;
}

const keyOf = (marketKey: string, line: number | null): string => `${marketKey} ${line ?? ''}`;

/** The dictionary says `Team 1` and `Player 1`. */
const withNames = (name: string, { home, away }: { home: string; away: string }): string =>
  name.replace(/\b(?:Team|Player) ([12])\b/g, (_, side: string) => (side === '1' ? home : away));
