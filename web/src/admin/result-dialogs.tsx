import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Dialog } from '../ui/dialog.tsx';
import { localMoment } from './admin-moment.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { ChangePayload } from './change-payload.tsx';
import { EndDialog } from './end-dialog.tsx';
import { CallProblem, ReasonDialog } from './reason-dialog.tsx';
import { resultWords } from './resolution-words.ts';
import type { ResultAct, ResultDialogProps } from './result-acts.ts';
import { resultsQuery } from './results-query.ts';
import { SignedButtons } from './signed-buttons.tsx';
import { useSignedCall } from './use-signed-call.ts';

/** The dialog for an admin's act. */
export function ResultDialogs({ act, onClose, onDone }: ResultDialogProps & { act: ResultAct }) {
  switch (act.kind) {
    case 'resolve':
    case 'void':
      return <EndDialog kind={act.kind} market={act.market} onClose={onClose} onDone={onDone} />;
    case 'approve':
      return <ApproveDialog resolution={act.resolution} onClose={onClose} onDone={onDone} />;
    case 'undo': {
      const { id, marketId, title, stage } = act.resolution;
      return (
        <ReasonDialog
          draftKey={`undo ${id}`}
          title={stage === 'approval' ? t('adminResults.takeProposalBack') : t('adminResults.undoResult')}
          description={t('adminResults.undoMeans', { title, result: resultWords(act.resolution) })}
          action={stage === 'approval' ? t('adminResults.takeBack') : t('adminResults.undoAct')}
          send={(reason) => callApi('undoResolution', { params: { id: marketId }, body: { reason } })}
          onClose={onClose}
          onDone={() =>
            onDone({
              title: t('adminResults.undoneTitle', { title }),
              text: t('adminResults.undoneText'),
            })
          }
        />
      );
    }
    case 'approve-change':
      return <ChangeDialog change={act.change} onClose={onClose} onDone={onDone} />;
    case 'reject-change': {
      const { id } = act.change;
      const summary = translated(act.change.summary, act.change.summaryReason);
      return (
        <ReasonDialog
          draftKey={`reject ${id}`}
          title={t('adminResults.rejectTitle')}
          description={summary}
          action={t('adminResults.reject')}
          send={(reason) => callApi('rejectChange', { params: { id }, body: { reason } })}
          onClose={onClose}
          onDone={() =>
            onDone({
              title: t('adminResults.rejectedTitle'),
              text: summary,
            })
          }
        />
      );
    }
  }
}

type ChangeDialogProps = ResultDialogProps & { change: WirePendingChange };

/** A change proposed by another admin, shown in full before it is approved. */
function ChangeDialog({ change, onClose, onDone }: ChangeDialogProps) {
  const { id, proposedBy, proposedAt, payload } = change;
  const summary = translated(change.summary, change.summaryReason);
  const queryClient = useQueryClient();
  const act = { kind: 'approve-change', changeId: id, summary: change.summary } as const;
  const call = useSignedCall({
    onClose,
    mutationFn: async (_: undefined, sign) => {
      const signed = await sign(act);
      return callApi('approveChange', { params: { id }, body: { seen: change.summary, signed } });
    },
    // The queue behind the dialog then shows what the change would do now.
    onError: () => void queryClient.invalidateQueries({ queryKey: resultsQuery.queryKey }),
    onSuccess: () => {
      onDone({ title: t('adminResults.approvedTitle'), text: summary });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={call.close}
      title={t('adminResults.approveTitle')}
      description={t('adminResults.proposedByAt', {
        who: shortenAddress(proposedBy),
        at: localMoment(proposedAt),
      })}
    >
      <div className="grid gap-4">
        <p>{summary}</p>
        <ChangePayload payload={payload} />
        <ActPreview act={act} />
        {call.error !== null && <CallProblem error={call.error} />}
        <SignedButtons call={call} action={t('adminResults.approve')} onAct={() => call.mutate(undefined)} />
      </div>
    </Dialog>
  );
}
