import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Dialog } from '../ui/dialog.tsx';
import { localMoment } from './admin-moment.ts';
import { ChangePayload } from './change-payload.tsx';
import { CallProblem } from './reason-dialog.tsx';
import type { ResultDialogProps } from './result-acts.ts';
import { resultsQuery } from './results-query.ts';
import { SignedButtons } from './signed-buttons.tsx';
import { useSignedCall } from './use-signed-call.ts';

type ChangeDialogProps = ResultDialogProps & { change: WirePendingChange };

/** A change proposed by another admin, shown in full before it is approved. */
export function ChangeDialog({ change, onClose, onDone }: ChangeDialogProps) {
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
        <p className="break-words">{summary}</p>
        <ChangePayload payload={payload} />
        <ActPreview act={act} />
        {call.error !== null && <CallProblem error={call.error} />}
        <SignedButtons
          call={call}
          action={t('adminResults.approve')}
          pendingAction={t('adminResults.approving')}
          onAct={() => call.mutate(undefined)}
        />
      </div>
    </Dialog>
  );
}
