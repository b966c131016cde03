import { type TextKey, t } from '../texts/t-in-play.ts';

/** By the name that the server gives to a part of a game. */
const PERIODS: Readonly<Partial<Record<string, TextKey>>> = {
  '1st half': 'inPlay.half1',
  '2nd half': 'inPlay.half2',
  'Half time': 'inPlay.halfTime',
  'Full time': 'inPlay.fullTime',
  '1st quarter': 'inPlay.quarter1',
  '2nd quarter': 'inPlay.quarter2',
  '3rd quarter': 'inPlay.quarter3',
  '4th quarter': 'inPlay.quarter4',
  '1st set': 'inPlay.set1',
  '2nd set': 'inPlay.set2',
  '3rd set': 'inPlay.set3',
  '4th set': 'inPlay.set4',
  '5th set': 'inPlay.set5',
  Overtime: 'inPlay.overtime',
  'Extra time': 'inPlay.extraTime',
  Penalties: 'inPlay.penalties',
};

/** The part of a game in the reader's language; as the feed names it if this version doesn't know it. */
export function periodText(period: string | undefined): string {
  if (period === undefined) return t('inPlay.running');
  const known = PERIODS[period];
  return known === undefined ? period : t(known);
}
