import type { WirePendingChange, WireRehearsal, WireResolution } from '@tallystone/core/http-api';
import { exactDollars } from '../format/dollars.ts';
import { localMoment } from './admin-moment.ts';
import { waitsForWindow } from './resolution-words.ts';

/** A market that somebody is about to end. */
export interface EndingMarket {
  id: string;
  title: string;
  /** With its open bets, where their number is known. */
  outcomes: readonly { id: string; name: string; bets?: number | undefined }[];
}

/** What an admin is asked about in a dialog. */
export type ResultAct =
  | { kind: 'resolve' | 'void'; market: EndingMarket }
  | { kind: 'approve' | 'undo'; resolution: WireResolution }
  | { kind: 'approve-change' | 'reject-change'; change: WirePendingChange };

/** What was done, for the banner. */
export interface ResultDone {
  title: string;
  text: string;
  /** What the server answered: it stands in the queue at once, also when that cannot be read again. */
  resolution?: WireResolution | undefined;
}

/** What a proposal, or its approval, has led to. */
export function doneWords(
  { title, outcomeName, paid, paidBets }: WireRehearsal,
  resolution: WireResolution | undefined,
): ResultDone {
  const result = outcomeName === null ? 'is void' : `is resolved, ${outcomeName} won`;
  const money =
    paidBets === 0
      ? 'Nobody is to be paid'
      : `${exactDollars(paid)} for ${paidBets === 1 ? '1 bet' : `${paidBets.toLocaleString('en-US')} bets`}`;
  if (resolution?.stage === 'approval') {
    return {
      title: `Proposed: ${title} ${result}`,
      text: 'Nothing is paid yet. Another admin finds it under “Waiting for a second admin” and approves it there.',
    };
  }
  const text =
    resolution?.paysFrom !== undefined && waitsForWindow(resolution)
      ? `${money}, paid at once after the window, from ${localMoment(resolution.paysFrom)} on. Until then it can be undone.`
      : `${money}, paid at once. It stands under “Being paid out”, and then under “Latest results”.`;
  return { title: `${title} ${result}`, text };
}
