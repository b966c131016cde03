import { PracticeHint } from './practice-hint.tsx';
import type { PracticeHintName } from './practice-hints.ts';
import type { DialogHints } from './use-dialog-hints.ts';

/** The place for one hint in the bet dialog; empty unless that hint is due. */
export function DialogHint({ at, hints }: { at: PracticeHintName; hints: DialogHints }) {
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
