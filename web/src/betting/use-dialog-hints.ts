import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/t.ts';
import { type PracticeHintName, practiceHints } from './practice-hints.ts';

/** What a place of the dialog shows: a hint, or the room of one that has gone. */
type ShownHint =
  | { kind: 'hint'; hint: PracticeHintName; minHeight?: number }
  | { kind: 'room'; hint: PracticeHintName; minHeight: number; sentence: string };

export interface DialogHints {
  shown: ShownHint | null;
  /** Given to the hint that is shown. */
  box: React.RefObject<HTMLDivElement | null>;
  pass: () => void;
  skip: () => void;
}

/**
 * The hints of one opening of the bet dialog. Each is shown once, whether it was answered or not, and the room of the
 * last one stays until the dialog closes: otherwise the button that places the bet would move under the pointer.
 */
export function useDialogHints({ practising }: { practising: boolean }): DialogHints {
  const [shown, setShown] = useState<ShownHint | null>(() => (practising ? firstShown() : null));
  const box = useRef<HTMLDivElement>(null);
  const first = useRef(shown);

  useEffect(() => {
    if (practising) practiceHints.pass('outcome');
    if (shown?.kind === 'hint') practiceHints.pass(shown.hint);
    // The button that was pressed is gone; focus goes on to what took its place.
    if (shown !== first.current) box.current?.focus();
  }, [practising, shown]);

  const goOn = (skip: boolean) => {
    if (shown?.kind !== 'hint') return;
    const minHeight = box.current?.offsetHeight ?? 0;
    if (skip) practiceHints.skip();
    const next = practiceHints.next();
    setShown(
      next === null
        ? {
            kind: 'room',
            hint: shown.hint,
            minHeight,
            sentence: skip ? t('hints.noMore') : t('hints.wasLast'),
          }
        : { kind: 'hint', hint: next, minHeight },
    );
  };
  return { shown, box, pass: () => goOn(false), skip: () => goOn(true) };
}

function firstShown(): ShownHint | null {
  const next = practiceHints.next();
  if (next === null) return null;
  // Who is here has picked an outcome.
  return { kind: 'hint', hint: next === 'outcome' ? 'stake' : next };
}
