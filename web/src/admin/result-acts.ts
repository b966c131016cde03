import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-admin.ts';
import { localMoment } from './admin-moment.ts';
import { betCount } from './bet-count.ts';
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
  const waits = resolution?.stage === 'approval';
  const done =
    outcomeName === null
      ? t(waits ? 'adminEnding.proposedIsVoid' : 'adminEnding.isVoid', { title })
      : t(waits ? 'adminEnding.proposedIsResolved' : 'adminEnding.isResolved', {
          title,
          outcome: outcomeName,
        });
  if (waits) return { title: done, text: t('adminEnding.waitsForApproval') };
  const paysFrom =
    resolution?.paysFrom !== undefined && waitsForWindow(resolution)
      ? localMoment(resolution.paysFrom)
      : null;
  if (paidBets === 0) {
    return {
      title: done,
      text:
        paysFrom === null ? t('adminEnding.nobodyPaid') : t('adminEnding.nobodyPaidFrom', { at: paysFrom }),
    };
  }
  const money = t('adminEnding.paidFor', { amount: exactDollars(paid), bets: betCount(paidBets) });
  const text =
    paysFrom === null
      ? t('adminEnding.paidNow', { money })
      : t('adminEnding.paidFrom', { money, at: paysFrom });
  return { title: done, text };
}
