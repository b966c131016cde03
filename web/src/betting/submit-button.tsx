import type { Ref, RefObject } from 'react';
import { Button } from '../ui/button.tsx';

export interface SubmitButtonProps {
  label: string;
  disabled: boolean;
  /** The step that the request has reached, or why the button is disabled; null for nothing. */
  note: string | null;
  noteId: string;
  noteRef: RefObject<HTMLParagraphElement | null>;
  ref?: Ref<HTMLButtonElement>;
}

/** The submit button of a form that a wallet signs, with a note below it. */
export function SubmitButton({ label, disabled, note, noteId, noteRef, ref }: SubmitButtonProps) {
  return (
    <div className="bet-action">
      <Button
        ref={ref}
        type="submit"
        size="large"
        className="w-full"
        disabled={disabled}
        aria-describedby={noteId}
      >
        {label}
      </Button>
      <p
        ref={noteRef}
        tabIndex={-1}
        id={noteId}
        aria-live="polite"
        className="mt-2 min-h-5 text-center text-meta text-muted outline-none"
      >
        {note}
      </p>
    </div>
  );
}
