import type { WireResolution } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { exactDollars } from '../format/dollars.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { localMoment, utcMoment } from './admin-moment.ts';
import { EvidenceText } from './evidence-text.tsx';
import { resultWords, STAGES, sourceWords, waitsForWindow } from './resolution-words.ts';

export interface ResultsResolutionProps {
  resolution: WireResolution;
  /** Whether the admin who looks has proposed it. */
  isOwn: boolean;
  onApprove: () => void;
  /** Absent once it cannot be undone. */
  onUndo?: () => void;
}

/** One proposed end of a market: where it stands, who said so and why, and what can be done about it. */
export function ResultsResolution({ resolution, isOwn, onApprove, onUndo }: ResultsResolutionProps) {
  const { title, stage, evidence, outcomeId, endReason, rehearsal } = resolution;
  const { label, variant } = STAGES[stage];
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_20rem]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold break-words">{title}</span>
            <Badge variant={variant}>{label}</Badge>
            {resolution.source === 'practice' && <Badge variant="practice">Practice</Badge>}
          </p>
          <p className="mt-0.5 text-secondary break-words">
            {resultWords(resolution)},{' '}
            {rehearsal.paidBets === 0
              ? 'nobody to pay'
              : `${exactDollars(rehearsal.paid)} to ${rehearsal.paidBets === 1 ? '1 bet' : `${rehearsal.paidBets.toLocaleString('en-US')} bets`}`}
          </p>
          <p className="mt-0.5 text-meta text-muted">
            <ByWhom resolution={resolution} />
          </p>
          <p className="mt-0.5 text-meta">
            <span className="text-muted">{outcomeId === null ? 'Reason' : 'Evidence'}: </span>
            <EvidenceText text={evidence} />
          </p>
          {endReason !== undefined && endReason !== '' && (
            <p className="mt-0.5 text-meta break-words">
              <span className="text-muted">Why it ended: </span>
              {endReason}
            </p>
          )}
          {stage === 'approval' && isOwn && (
            <p className="mt-1 text-meta font-semibold">You proposed it, so another admin must approve it.</p>
          )}
        </div>
        <div className="flex flex-none gap-2">
          {stage === 'approval' && !isOwn && (
            <Button size="small" aria-label={`Approve the result of ${title}`} onClick={onApprove}>
              Look and approve
            </Button>
          )}
          {onUndo && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`${undoWord(stage, isOwn)} the result of ${title}`}
              onClick={onUndo}
            >
              {undoWord(stage, isOwn)}
            </Button>
          )}
        </div>
      </div>
      <Payment resolution={resolution} />
    </li>
  );
}

function undoWord(stage: WireResolution['stage'], isOwn: boolean): string {
  return stage !== 'approval' ? 'Undo' : isOwn ? 'Take back' : 'Reject';
}

function ByWhom({ resolution }: { resolution: WireResolution }) {
  const { source, proposedBy, proposedAt, approvedBy, endedAt } = resolution;
  return (
    <>
      By{' '}
      <span title={proposedBy}>
        {proposedBy === undefined ? sourceWords(source) : shortenAddress(proposedBy)}
      </span>
      , <At iso={proposedAt} />
      {approvedBy !== undefined && approvedBy !== proposedBy && (
        <>
          {' · '}approved by <span title={approvedBy}>{shortenAddress(approvedBy)}</span>
        </>
      )}
      {endedAt !== undefined && (
        <>
          {' · '}
          {STAGES[resolution.stage].label.toLowerCase()} <At iso={endedAt} />
        </>
      )}
    </>
  );
}

/** When it is paid, or how far that is. */
function Payment({ resolution }: { resolution: WireResolution }) {
  const { stage, paysFrom, progress, title } = resolution;
  if (paysFrom !== undefined && waitsForWindow(resolution)) {
    return (
      <p className="text-meta">
        Paid at once after the window, from <At iso={paysFrom} /> on. Until then it can be undone.
      </p>
    );
  }
  if (stage !== 'paying' && stage !== 'window') return null;
  if (progress === undefined) return <p className="text-meta text-muted">Being paid…</p>;
  const text = `About ${progress.done.toLocaleString('en-US')} of ${progress.bets.toLocaleString('en-US')} bets done`;
  return (
    <div className="grid gap-1">
      <ProgressBar label={`Payment of ${title}`} done={progress.done} of={progress.bets} text={text} />
      <p className="text-meta text-muted">{text}</p>
    </div>
  );
}

function At({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={utcMoment(iso)}>
      {localMoment(iso)}
    </time>
  );
}
