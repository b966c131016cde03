import { PLAYERS_SHOWN, type Question, type QuestionGroup } from './arrange-markets.ts';

/** A group in a column. */
export interface ColumnGroup extends QuestionGroup {
  /** Its first questions are in the column before. */
  isContinued: boolean;
}

/** Groups with more questions than this may continue in the next column, and so may the only one. */
const SHORT_GROUP = 3;
/** About how many outcomes of a market are in one row. */
const IN_ROW = 3;
/** How many players are in one row. */
const PLAYERS_IN_ROW = 2;
/** Heights in rows: the heading of a group, and the frame and name of a question. */
const HEADING = 1;
const FRAME = 1.5;

/**
 * The groups in two columns of about the same height, in their order; in one column if there is only one question. By the
 * number of outcomes and not by the height on the page, so that nothing moves to the other column while prices and states
 * change.
 */
export function splitColumns(groups: readonly QuestionGroup[]): ColumnGroup[][] {
  const whole = groups.map((each) => ({ ...each, isContinued: false }));
  const total = heightOf(whole);
  let best: ColumnGroup[][] = [whole];
  let bestHeight = total;
  for (const [place, { group, questions }] of whole.entries()) {
    const canBreak = questions.length > SHORT_GROUP || whole.length === 1;
    for (let at = 0; at < (canBreak ? questions.length : 1); at++) {
      const head = { group, questions: questions.slice(0, at), isContinued: false };
      const tail = { group, questions: questions.slice(at), isContinued: at > 0 };
      const columns = [
        [...whole.slice(0, place), head].filter((each) => each.questions.length > 0),
        [tail, ...whole.slice(place + 1)],
      ];
      const height = Math.max(...columns.map(heightOf));
      if (height < bestHeight) {
        best = columns;
        bestHeight = height;
      }
    }
  }
  return best;
}

function heightOf(groups: readonly QuestionGroup[]): number {
  return groups
    .flatMap(({ questions }) => [HEADING, ...questions.map(rowsOf)])
    .reduce((sum, rows) => sum + rows, 0);
}

function rowsOf({ markets }: Question): number {
  if (markets[0]?.oneSided)
    return FRAME + Math.ceil(Math.min(markets.length, PLAYERS_SHOWN) / PLAYERS_IN_ROW);
  if (markets.length > 1) return FRAME + markets.length;
  return FRAME + Math.ceil((markets[0]?.outcomes.length ?? 0) / IN_ROW);
}
