import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { useSignAct } from '../identity/use-sign-act.ts';
import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { localMoment } from './admin-moment.ts';
import { EvidenceText } from './evidence-text.tsx';
import { CallProblem } from './reason-dialog.tsx';
import { type RehearsalChange, rehearsalChanges } from './rehearsal-changes.ts';
import { RehearsalView } from './rehearsal-view.tsx';
import { resultWords, sourceWords } from './resolution-words.ts';
import { doneWords, type ResultDone } from './result-acts.ts';
import { renewResults } from './results-query.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

export interface ApproveDialogProps {
  resolution: WireResolution;
  onClose: () => void;
  onDone: (done: ResultDone) => void;
}

/** What another admin proposed and what it pays. Approving names, and signs, exactly the rehearsal that is shown. */
export function ApproveDialog({ resolution, onClose, onDone }: ApproveDialogProps) {
  const { marketId, title, evidence, source, proposedBy, proposedAt } = resolution;
  const queryClient = useQueryClient();
  const [rehearsal, setRehearsal] = useState(resolution.rehearsal);
  const [changes, setChanges] = useState<RehearsalChange[] | null>(null);
  const signer = useSignAct();
  const leave = () => {
    signer.cancel();
    onClose();
  };
  // What is on its way is waited for: its failure would not be seen.
  const isSent = (isPending: boolean) => isPending && !signer.isSigning;
  const figures = useRef<HTMLDivElement>(null);
  const call = useLoneMutation({
    mutationFn: async (seen: WireRehearsal) => {
      const signed = await signer.sign({ kind: 'approve-result', rehearsal: seen });
      return callApi('approveResolution', { params: { id: marketId }, body: { hash: seen.hash, signed } });
    },
    onSuccess: (approved) => {
      onDone({ ...doneWords(rehearsal, approved), resolution: approved });
      onClose();
    },
    onError: (error) => {
      // It may have been done, or somebody else has done it.
      renewResults(queryClient);
      const now = error instanceof ApiError ? error.body.rehearsal : undefined;
      if (now === undefined) return;
      setChanges(rehearsalChanges(rehearsal, now));
      setRehearsal(now);
      figures.current?.closest('[role="dialog"]')?.scrollTo?.({ top: 0 });
    },
  });
  const hasChanged = call.error instanceof ApiError && call.error.body.rehearsal !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSent(call.isPending) && leave()}
      className="sm:w-[min(36rem,calc(100vw-2rem))]"
      title={t('adminEnding.approveTitle', { result: resultWords(resolution) })}
      description={title}
    >
      <div ref={figures} className="grid gap-4">
        <dl className="grid gap-1 text-secondary">
          <div>
            <dt className="inline text-muted">{t('adminEnding.proposedBy')} </dt>
            <dd className="inline" title={proposedBy}>
              {proposedBy === undefined ? sourceWords(source) : shortenAddress(proposedBy)},{' '}
              {localMoment(proposedAt)}
            </dd>
          </div>
          <div>
            <dt className="inline text-muted">
              {resolution.outcomeId === null ? t('adminFrame.reason') : t('adminFrame.evidence')}:{' '}
            </dt>
            <dd className="inline">
              <EvidenceText text={evidence} />
            </dd>
          </div>
        </dl>
        <RehearsalView rehearsal={rehearsal} changes={changes} />
        {call.error !== null && !hasChanged && <CallProblem error={call.error} />}
        <ActPreview act={{ kind: 'approve-result', rehearsal }} />
        <p className="text-meta text-muted">{t('adminEnding.paidAfterWindow')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isSent(call.isPending)} onClick={leave}>
            {t('adminFrame.cancel')}
          </Button>
          <Button disabled={call.isPending} aria-busy={call.isPending} onClick={() => call.mutate(rehearsal)}>
            {signer.isSigning
              ? ofSign('sign.waiting')
              : call.isPending
                ? t('adminEnding.approving')
                : t('adminEnding.approve')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
