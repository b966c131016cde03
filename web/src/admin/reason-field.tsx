import type { Ref } from 'react';
import { t } from '../texts/t-admin.ts';
import { DialogField } from './labelled.tsx';

/** Shortest reason in characters, as for every audited change. */
const SHORTEST = 3;

/** What is wrong with a reason; undefined if nothing is. */
export const reasonProblem = (reason: string): string | undefined =>
  reason.trim().length < SHORTEST ? t('adminFrame.reasonTooShort', { least: SHORTEST }) : undefined;

interface ReasonFieldProps {
  id: string;
  label?: string | undefined;
  reason: string;
  onReason: (reason: string) => void;
  problem: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The field for the reason of a change. */
export function ReasonField({ id, label, reason, onReason, problem, ref }: ReasonFieldProps) {
  return (
    <DialogField id={id} label={label ?? t('adminFrame.reason')} problem={problem}>
      <textarea
        ref={ref}
        id={id}
        className="field min-h-20"
        rows={3}
        maxLength={500}
        required
        value={reason}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onReason(event.target.value)}
      />
    </DialogField>
  );
}
