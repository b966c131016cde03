import { callApi } from '../data/api-client.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { resultWords } from './resolution-words.ts';
import type { ResultAct, ResultDone } from './result-acts.ts';

export interface ResultDialogsProps {
  act: ResultAct;
  /** Undefined until the server has said it. */
  mode: 'demo' | 'live' | undefined;
  onClose: () => void;
  onDone: (done: ResultDone) => void;
}

/** The dialog of what an admin is about to do. */
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
          title={stage === 'approval' ? 'Take this proposal back?' : 'Undo this result?'}
          description={`${title}. ${resultWords(act.resolution)}. Nothing was paid yet; the market then waits for a result again.`}
          action={stage === 'approval' ? 'Take back' : 'Undo result'}
          pendingAction="Undoing…"
          send={(reason) => callApi('undoResolution', { params: { id: marketId }, body: { reason } })}
          onClose={onClose}
          onDone={() =>
            onDone({
              title: `${title}: the result is undone`,
              text: 'Nothing was paid. The market waits for a result again.',
            })
          }
        />
      );
    }
    case 'approve-change':
      return <ChangeDialog change={act.change} onClose={onClose} onDone={onDone} />;
    case 'reject-change': {
      const { id, summary } = act.change;
      return (
        <ReasonDialog
          draftKey={`reject ${id}`}
          title="Reject this change?"
          description={`${summary} It is then not made.`}
          action="Reject"
          pendingAction="Rejecting…"
          send={(reason) => callApi('rejectChange', { params: { id }, body: { reason } })}
          onClose={onClose}
          onDone={() => onDone({ title: 'The change was rejected', text: `It was not made: ${summary}` })}
        />
      );
    }
  }
}
