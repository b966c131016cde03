import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import type { WireGameMarket } from '@tallystone/core/http-api/markets';
import { pricedOutcomes } from '@tallystone/core/markets/priced-outcomes';
import { foldText } from '../finding/fold-text.ts';
import { groupName } from '../markets/group-name.ts';
import type { Question, QuestionGroup } from './arrange-markets.ts';

/**
 * The questions that have all words in the names of their group, themselves and their outcomes; of a question on several
 * lines or players only those that have them.
 *
 * @param group null for all
 * @param words folded, as `searchWords` returns them
 */
export function findQuestions(
  groups: readonly QuestionGroup[],
  { group, words }: { group: MarketGroup | null; words: readonly string[] },
): QuestionGroup[] {
  return groups
    .filter((each) => group === null || each.group === group)
    .map((each) => ({ ...each, questions: each.questions.flatMap((question) => found(question, words)) }))
    .filter(({ questions }) => questions.length > 0);
}

function found(question: Question, words: readonly string[]): Question[] {
  const markets = question.markets.filter((market) => hasWords(market, words));
  if (markets.length === question.markets.length) return [question];
  return markets.length === 0 ? [] : [{ ...question, markets }];
}

function hasWords(market: WireGameMarket, words: readonly string[]): boolean {
  const { group, name, line } = market;
  // The page doesn't show a side without odds.
  const outcomes = pricedOutcomes(market);
  // Each name on its own line, so no word matches across two.
  const text = foldText(
    [groupName(group), name, line ?? '', ...outcomes.map((outcome) => outcome.name)].join('\n'),
  );
  return words.every((word) => text.includes(word));
}
