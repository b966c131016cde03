import { type RefObject, useEffect, useRef } from 'react';
import { useAgeAcceptance } from '../compliance/age-acceptance.ts';
import { t } from '../texts/t-bet.ts';
import { Button } from '../ui/button.tsx';
import { SubmitButton } from './submit-button.tsx';

export interface BetActionProps {
  /** The bet is being placed. */
  locked: boolean;
  disabled: boolean;
  /** The step that the request has reached, or why the button is disabled; null for nothing. */
  note: string | null;
  noteRef: RefObject<HTMLParagraphElement | null>;
  /** Gets the focus after the age question while there is nothing to place. */
  input: RefObject<HTMLInputElement | null>;
  isEmpty: boolean;
  /** What the button is called; a single bet's words if absent. */
  label?: string;
}

/** The last step of the form: the age question until it is answered, then the button that places the bet. */
export function BetAction({ locked, disabled, note, noteRef, input, isEmpty, label }: BetActionProps) {
  const age = useAgeAcceptance();
  const button = useRef<HTMLButtonElement>(null);
  const answeredHere = useRef(false);
  // The pressed button is gone, so its replacement gets the focus, or what keeps the replacement disabled.
  useEffect(() => {
    if (!age.accepted || !answeredHere.current) return;
    answeredHere.current = false;
    const next = button.current?.disabled === false ? button : isEmpty ? input : noteRef;
    next.current?.focus();
  }, [age.accepted, isEmpty, input, noteRef]);

  if (!age.accepted) {
    return (
      <div className="bet-action">
        <p id="bet-age" className="mb-2 text-meta">
          {t('age.sentence')}
        </p>
        <Button
          size="large"
          className="w-full"
          aria-describedby="bet-age"
          onClick={() => {
            answeredHere.current = true;
            age.accept();
          }}
        >
          {t('age.accept')}
        </Button>
      </div>
    );
  }
  return (
    <SubmitButton
      ref={button}
      label={label ?? (locked ? t('bet.placing') : t('bet.place'))}
      disabled={disabled}
      note={note}
      noteId="bet-button-reason"
      noteRef={noteRef}
    />
  );
}
