import type { DropReason } from '@tallystone/core/http-api/azuro';
import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import { OUTCOMES } from '@tallystone/core/markets/check-new-market';
import { byPlaceOnGame } from '../markets/by-place-on-game.ts';
import type { FeedCondition, FeedGame, FeedOutcome } from './azuro-feed.ts';
import { conditionName } from './condition-name.ts';
import { isModernCondition } from './is-modern-condition.ts';
import { isSoundPrice } from './is-sound-price.ts';
import type { MainMarket, MainOutcome, OfferedGame } from './main-market.ts';
import {
  DOUBLE_CHANCE,
  MARKET_KINDS,
  MODERN_GROUPS,
  MODERN_SEVERAL_WINNERS,
  SEVERAL_WINNERS,
} from './market-kinds.ts';
import { nameOutcome, signed } from './name-outcome.ts';
import type { OutcomeNames } from './outcome-names.ts';
import { bySort } from './sort-order.ts';

/** A market of a game that an import would open besides the main one. */
export interface OtherMarket {
  readonly condition: FeedCondition;
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
  readonly outcomes: readonly MainOutcome[];
}

/** A condition that an import would leave out. */
export interface Dropped {
  readonly condition: FeedCondition;
  readonly marketName: string;
  readonly reason: DropReason;
}

/** What an import may take. */
export interface Choice {
  /** Those that the settings choose. */
  readonly groups: ReadonlySet<MarketGroup>;
  /** The conditions of the game's markets that are open already, and maybe of others. */
  readonly known: ReadonlySet<string>;
  /** The conditions of markets of other games. */
  readonly taken: ReadonlySet<string>;
  /** Whether markets in which several outcomes win can be opened. */
  readonly several: boolean;
}

/** What a condition asks, with its outcomes named and in order. */
interface Question extends Omit<OtherMarket, 'outcomes' | 'condition'> {
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
  const isOpen = (condition: FeedCondition) =>
    choice.known.has(condition.id) || (main.kind === 'chosen' && condition === main.condition);
  const asked = new Set(own.filter(isOpen).flatMap((condition) => keysOf(condition, offered)));
  for (const condition of own) {
    if (isOpen(condition)) continue;
    const found = offerOf(condition, offered, { ...choice, asked });
    if (typeof found === 'string')
      dropped.push({ condition, marketName: conditionName(condition, offered.names), reason: found });
    else others.push(found);
  }
  return { others: others.sort(byPlaceOnGame), dropped };
}

const questionOf = (condition: FeedCondition, { game, names }: OfferedGame): Question | DropReason =>
  isModernCondition(condition.id) ? modernQuestion(condition) : dictionaryQuestion(condition, game, names);

function keysOf(condition: FeedCondition, offered: OfferedGame): string[] {
  const question = questionOf(condition, offered);
  return typeof question === 'string' ? [] : [question.key];
}

function offerOf(
  condition: FeedCondition,
  offered: OfferedGame,
  { asked, groups, taken, several }: Choice & { asked: Set<string> },
): OtherMarket | DropReason {
  const question = questionOf(condition, offered);
  if (typeof question === 'string') return question;
  if (question.winners > 1 && !several) return 'several_winners';
  if (taken.has(condition.id)) return 'taken';
  if (!groups.has(question.group)) return 'not_chosen';
  if (condition.state !== 'Active' || condition.hidden) return 'not_active';
  const outcomes = question.outcomes.flatMap(({ id, name, odds }) =>
    odds === null ? [] : [{ id, name, odds }],
  );
  const isPriced = outcomes.length === question.outcomes.length;
  if (
    !isPriced ||
    !isSoundPrice(
      question.winners,
      outcomes.map(({ odds }) => odds),
    )
  )
    return 'bad_odds';
  if (asked.has(question.key)) return 'same_question';
  asked.add(question.key);
  const { key: _, ...market } = question;
  return { ...market, condition, outcomes };
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

/** Modern conditions bring their own titles, and their category says how many outcomes win. */
function modernQuestion({ id, title, category, marketId, outcomes }: FeedCondition): Question | DropReason {
  if (category !== null && MODERN_SEVERAL_WINNERS.has(category)) return 'several_winners';
  const group = MODERN_GROUPS.get(category ?? '');
  if (group === undefined || title === null) return 'unknown_market';
  if (outcomes.length > OUTCOMES.max) return 'too_many_outcomes';
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
