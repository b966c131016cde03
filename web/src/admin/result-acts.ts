import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-admin.ts';
import { localMoment } from './admin-moment.ts';
import { betCount } from './bet-count.ts';
import { rehearsedWinners, waitsForWindow } from './resolution-words.ts';

/** A market that an admin is about to end. */
export interface EndingMarket {
  id: string;
  title: string;
  /** How many of the outcomes win; absent for 1. */
  winners?: number | undefined;
  /** With the number of open bets, if known. */
  outcomes: readonly { id: string; name: string; bets?: number | undefined }[];
}

/** The act that a dialog asks about. */
export type ResultAct =
  | { kind: 'resolve' | 'void'; market: EndingMarket }
  | { kind: 'approve' | 'undo'; resolution: WireResolution }
  | { kind: 'approve-change' | 'reject-change'; change: WirePendingChange };

/** Opens the dialog of an act. */
export type ActOn = (act: ResultAct) => void;

/** Properties of a row of the queue. */
export interface ResultsRowProps {
  /** This admin's address. */
  self: string | null;
  onAct: ActOn;
}

/** What was done, for the banner. */
export interface ResultDone {
  title: string;
  text: string;
  /** The server's answer, put into the queue at once in case the queue can't be read again. */
  resolution?: WireResolution | undefined;
}

export interface ResultDialogProps {
  onClose: () => void;
  onDone: (done: ResultDone) => void;
}

/** The result of a proposal or an approval. */
export function doneWords(rehearsal: WireRehearsal, resolution: WireResolution | undefined): ResultDone {
  const { title, paid, paidBets } = rehearsal;
  const won = rehearsedWinners(rehearsal);
  const waits = resolution?.stage === 'approval';
  const done =
    won === null
      ? t(waits ? 'adminEnding.proposedIsVoid' : 'adminEnding.isVoid', { title })
      : t(waits ? 'adminEnding.proposedIsResolved' : 'adminEnding.isResolved', { title, ...won });
  if (waits) return { title: done, text: t('adminEnding.waitsForApproval') };
  const paysFrom =
    resolution?.paysFrom !== undefined && waitsForWindow(resolution)
      ? localMoment(resolution.paysFrom)
      : null;
  if (paidBets === 0) {
    return {
      title: done,
      text: paysFrom === null ? t('adminEnding.nonePaid') : t('adminEnding.nonePaidFrom', { at: paysFrom }),
    };
  }
  const money = t('adminEnding.paidFor', { amount: exactDollars(paid), bets: betCount(paidBets) });
  const text =
    paysFrom === null
      ? t('adminEnding.paidNow', { money })
      : t('adminEnding.paidFrom', { money, at: paysFrom });
  return { title: done, text };
}
