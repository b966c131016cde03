import { LEAST_PART, type PartProblem, partProblem } from '@tallystone/core/betting/part-of-bet';
import { CENT, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { parseAmount } from './parse-amount.ts';

/** How much of what is open is sold: all, so many percent, or a typed stake. */
export type Share = (typeof SHARES)[number];
export const SHARES = ['all', 25, 50, 75, 'typed'] as const;

/** What a choice means. `none`: no stake is typed yet. `part`: its stake, USDC. The others: what is wrong with the typed stake. */
export type ChosenPart =
  | { kind: 'all' }
  | { kind: 'part'; stake: number }
  | { kind: 'none' }
  | { kind: 'junk' | PartProblem };

/** Whether it can be sold. */
export const isChosen = ({ kind }: ChosenPart): boolean => kind === 'all' || kind === 'part';

/** Whether parts can be sold of an open stake, USDC. */
export function hasParts(open: number): boolean {
  const of = parseUsdc(open);
  return of !== null && partProblem(LEAST_PART, of) === null;
}

/** The part of an open stake, USDC, that was chosen. A typed stake that is all of it isn't a part. */
export function choosePart({ share, text, open }: { share: Share; text: string; open: number }): ChosenPart {
  const of = parseUsdc(open);
  if (share === 'all' || of === null) return { kind: 'all' };
  if (share !== 'typed') return { kind: 'part', stake: usdcToNumber(shareOf(of, share)) };
  const typed = parseAmount(text);
  if (typed.kind !== 'amount') return { kind: typed.kind === 'junk' ? 'junk' : 'none' };
  const stake = parseUsdc(typed.text);
  if (stake === null) return { kind: 'junk' };
  if (stake === of) return { kind: 'all' };
  const problem = partProblem(stake, of);
  return problem === null ? { kind: 'part', stake: usdcToNumber(stake) } : { kind: problem };
}

/** So many percent, to the nearest cent within the limits of a part. */
function shareOf(of: MicroUsdc, percent: number): MicroUsdc {
  const exact = of * BigInt(percent);
  const rounded = ((exact + 50n * CENT) / (100n * CENT)) * CENT;
  const most = of - LEAST_PART;
  return microUsdc(rounded < LEAST_PART ? LEAST_PART : rounded > most ? most : rounded);
}
