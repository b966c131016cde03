import { callApi } from '../data/api-client.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { resultWords } from './resolution-words.ts';
import type { ResultAct, ResultDialogProps } from './result-acts.ts';

export interface ResultDialogsProps extends ResultDialogProps {
  act: ResultAct;
  /** Undefined until the server has answered. */
  mode: 'demo' | 'live' | undefined;
}

/** The dialog for an admin's act. */
export function ResultDialogs({ act, mode, onClose, onDone }: ResultDialogsProps) {
  switch (act.kind) {
    case 'resolve':
    case 'void':
      return <EndDialog kind={act.kind} market={act.market} mode={mode} onClose={onClose} onDone={onDone} />;
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
          pendingAction={t('adminResults.undoing')}
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
          description={t('adminResults.rejectMeans', { summary })}
          action={t('adminResults.reject')}
          pendingAction={t('adminResults.rejecting')}
          send={(reason) => callApi('rejectChange', { params: { id }, body: { reason } })}
          onClose={onClose}
          onDone={() =>
            onDone({
              title: t('adminResults.rejectedTitle'),
              text: t('adminResults.rejectedText', { summary }),
            })
          }
        />
      );
    }
  }
}
