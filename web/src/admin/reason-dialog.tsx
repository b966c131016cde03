import type { SignedAct } from '@tallystone/core/identity/act-message';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import { type ActSignature, NotSigned } from '../identity/use-sign-act.ts';
import { t } from '../texts/t-admin.ts';
import { Dialog } from '../ui/dialog.tsx';
import { adminProblem } from './admin-problem.ts';
import { useKeptDraft } from './kept-draft.ts';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { SignedButtons } from './signed-buttons.tsx';
import { useSignedCall } from './use-signed-call.ts';

export interface ReasonDialogProps {
  /** Key of the typed text, so that it is still there when the dialog is reopened. */
  draftKey: string;
  title: string;
  description: ReactNode;
  children?: ReactNode;
  label?: string;
  action: string;
  /** What the wallet signs, if the act can't be undone. */
  act?: (reason: string) => SignedAct;
  send: (reason: string, signed?: ActSignature) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for a reason, and if needed a signature, before something is undone or rejected. On failure the dialog stays open with its text. */
export function ReasonDialog({ draftKey, label, act, onClose, ...props }: ReasonDialogProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason, forget] = useKeptDraft(draftKey, '');
  const [tooShort, setTooShort] = useState(false);
  const call = useSignedCall({
    onClose,
    mutationFn: async (given: string, sign) =>
      act === undefined ? props.send(given) : props.send(given, await sign(act(given))),
    onSuccess: () => {
      forget();
      props.onDone();
      onClose();
    },
  });
  const fieldProblem = tooShort
    ? reasonProblem(reason)
    : call.error instanceof ApiError
      ? call.error.fields.reason
      : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isTooShort = reasonProblem(reason) !== undefined;
    setTooShort(isTooShort);
    if (isTooShort) field.current?.focus();
    else call.mutate(reason.trim());
  };

  return (
    <Dialog onClose={call.close} title={props.title} description={props.description} initialFocus={field}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {props.children}
        <ReasonField
          ref={field}
          id={id}
          label={label}
          reason={reason}
          onReason={(next) => {
            setReason(next);
            setTooShort(false);
          }}
          problem={fieldProblem}
        />
        {act !== undefined && <ActPreview act={act(reason)} />}
        {call.error !== null && fieldProblem === undefined && <CallProblem error={call.error} />}
        <SignedButtons call={call} variant="destructive" action={props.action} />
      </form>
    </Dialog>
  );
}

/** Why a call failed. If no answer came, it also says that the outcome is unknown. */
export function CallProblem({ error }: { error: Error }) {
  return (
    <p role="alert" className="rounded-control bg-negative-soft px-3 py-2 text-secondary text-negative">
      {!(error instanceof ApiError || error instanceof NotSigned) && (
        <>
          <b className="font-semibold">{t('adminFrame.notKnownIfDone')}.</b>{' '}
        </>
      )}
      {adminProblem(error)}
    </p>
  );
}
