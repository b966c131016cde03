import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/t-hints.ts';
import { PracticeHint } from './practice-hint.tsx';
import { type PracticeHintName, practiceHints } from './practice-hints.ts';

/** The place for one hint in the bet dialog; empty unless that hint is due. */
export function DialogHint({
  at,
  hints,
}: {
  at: PracticeHintName;
  hints: ReturnType<typeof useDialogHints>;
}) {
  const { shown, box, pass, skip } = hints;
  if (shown === null || shown.hint !== at) return null;
  if (shown.kind === 'hint') {
    return <PracticeHint ref={box} hint={at} minHeight={shown.minHeight} onPass={pass} onSkip={skip} />;
  }
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="grid place-items-center text-meta text-muted outline-none"
      style={{ minHeight: shown.minHeight }}
    >
      <p>{shown.sentence}</p>
    </div>
  );
}

/** A hint in the dialog, or the empty space that a dismissed hint leaves. */
type ShownHint =
  | { kind: 'hint'; hint: PracticeHintName; minHeight?: number }
  | { kind: 'room'; hint: PracticeHintName; minHeight: number; sentence: string };

/**
 * The hints while the bet dialog is open once. Each is shown once, even if the bettor doesn't answer it. The last one's
 * space stays until the dialog closes, or the button that places the bet would move under the pointer.
 */
export function useDialogHints({ practising }: { practising: boolean }) {
  const [shown, setShown] = useState<ShownHint | null>(() => (practising ? firstShown() : null));
  const box = useRef<HTMLDivElement>(null);
  const first = useRef(shown);

  useEffect(() => {
    if (practising) practiceHints.pass('outcome');
    if (shown?.kind === 'hint') practiceHints.pass(shown.hint);
    // The pressed button is gone, so its replacement gets the focus.
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
            sentence: t('hints.noMore'),
          }
        : { kind: 'hint', hint: next, minHeight },
    );
  };
  return { shown, box, pass: () => goOn(false), skip: () => goOn(true) };
}

function firstShown(): ShownHint | null {
  const next = practiceHints.next();
  if (next === null) return null;
  // A bettor with the dialog open has already picked an outcome.
  return { kind: 'hint', hint: next === 'outcome' ? 'stake' : next };
}
