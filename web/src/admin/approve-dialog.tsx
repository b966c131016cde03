import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { Dialog } from '../ui/dialog.tsx';
import { InlineFact } from '../ui/fact.tsx';
import { localMoment } from './admin-moment.ts';
import { EvidenceText } from './evidence-text.tsx';
import { ledgerTotals } from './ledger-totals.ts';
import { CallProblem } from './reason-dialog.tsx';
import { changedRehearsal, type RehearsalChange, rehearsalChanges } from './rehearsal-changes.ts';
import { RehearsalView } from './rehearsal-view.tsx';
import { proposerOf, resultWords } from './resolution-words.ts';
import { doneWords, type ResultDialogProps } from './result-acts.ts';
import { renewResults } from './results-query.ts';
import { SignedButtons } from './signed-buttons.tsx';
import { useSignedCall } from './use-signed-call.ts';

type ApproveDialogProps = ResultDialogProps & { resolution: WireResolution };

/** What another admin proposed and what it pays. Approving sends and signs exactly the rehearsal shown. */
export function ApproveDialog({ resolution, onClose, onDone }: ApproveDialogProps) {
  const { marketId, title, evidence, proposedBy, proposedAt } = resolution;
  const queryClient = useQueryClient();
  const [rehearsal, setRehearsal] = useState(resolution.rehearsal);
  const [changes, setChanges] = useState<RehearsalChange[] | null>(null);
  const figures = useRef<HTMLDivElement>(null);
  const call = useSignedCall({
    onClose,
    mutationFn: async (seen: WireRehearsal, sign) => {
      const signed = await sign({ kind: 'approve-result', rehearsal: seen });
      return callApi('approveResolution', { params: { id: marketId }, body: { hash: seen.hash, signed } });
    },
    onSuccess: (approved) => {
      onDone({ ...doneWords(rehearsal, approved), resolution: approved });
      onClose();
    },
    onError: (error) => {
      // The call may have succeeded, or another admin has approved it first.
      renewResults(queryClient);
      const now = changedRehearsal(error);
      if (now === undefined) return;
      setChanges(rehearsalChanges(rehearsal, now));
      setRehearsal(now);
      figures.current?.closest('[role="dialog"]')?.scrollTo?.({ top: 0 });
    },
  });
  return (
    <Dialog
      onClose={call.close}
      className="sm:w-[min(36rem,calc(100vw-2rem))]"
      title={t('adminEnding.approveTitle', { result: resultWords(resolution) })}
      description={title}
    >
      <div ref={figures} className="grid gap-4">
        <dl className="grid gap-1 text-secondary">
          <div>
            <dt className="inline text-muted">{t('adminEnding.proposedBy')} </dt>
            <dd className="inline" title={proposedBy}>
              {proposerOf(resolution)}, {localMoment(proposedAt)}
            </dd>
          </div>
          <InlineFact
            name={resolution.outcomeId === null ? t('adminFrame.reason') : t('adminFrame.evidence')}
          >
            <EvidenceText text={evidence} />
          </InlineFact>
        </dl>
        <RehearsalView rehearsal={rehearsal} changes={changes} />
        {call.error !== null && !changedRehearsal(call.error) && <CallProblem error={call.error} />}
        <ActPreview act={{ kind: 'approve-result', rehearsal }} />
        <p className="text-meta text-muted">{t('adminEnding.paidAfterWindow')}</p>
        <SignedButtons
          call={call}
          action={t('adminResults.approve')}
          disabled={!ledgerTotals(rehearsal).addUp}
          onAct={() => call.mutate(rehearsal)}
        />
      </div>
    </Dialog>
  );
}
