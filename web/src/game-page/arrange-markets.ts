import { MARKET_GROUPS, type MarketGroup } from '@tallystone/core/http-api/market-group';
import type { WireGameMarket } from '@tallystone/core/http-api/markets';

/** One question of a game: a single market, one on each of several lines, or one for each of several players. */
export interface Question {
  group: MarketGroup;
  name: string;
  /** By line or in their own order, at least one. */
  markets: readonly WireGameMarket[];
}

export interface QuestionGroup {
  group: MarketGroup;
  questions: readonly Question[];
}

/** How many players of a question are shown until the reader asks for all. */
export const PLAYERS_SHOWN = 10;
/** Lines with more outcomes than this don't fit side by side. */
const MOST_IN_ROW = 3;

/** The markets in their order by group and question. Groups without markets are left out. */
export function arrangeMarkets(markets: readonly WireGameMarket[]): QuestionGroup[] {
  const questions = new Map<string, WireGameMarket[]>();
  for (const market of markets) {
    const { group, name, oneSided = false } = market;
    const key = JSON.stringify([group, name, oneSided, oneSided || isLine(market) ? '' : market.id]);
    const lines = questions.get(key);
    if (lines === undefined) questions.set(key, [market]);
    else lines.push(market);
  }
  const all = [...questions.values()].flatMap((lines): Question[] => {
    const [first] = lines;
    if (first === undefined) return [];
    const { group, name } = first;
    return [{ group, name, markets: lines.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) }];
  });
  return MARKET_GROUPS.flatMap((group) => {
    const own = all.filter((question) => question.group === group);
    return own.length === 0 ? [] : [{ group, questions: own }];
  });
}

function isLine({ line, outcomes }: WireGameMarket): boolean {
  return line !== undefined && outcomes.length <= MOST_IN_ROW;
}
