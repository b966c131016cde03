import { Lightbulb } from 'lucide-react';
import type { Ref } from 'react';
import { type PracticeHintName, practiceHintNames } from './practice-hints.ts';

const sentences: Record<PracticeHintName, string> = {
  outcome: 'Pick an outcome below. Its odds say what a winning stake returns: at 1.85, $10 returns $18.50.',
  stake:
    'Type a stake in practice USDC. It is all you can lose, and the figures below show what a win returns.',
  signature: 'The practice wallet will show this same text. Sign it if it matches, reject it if it does not.',
};

export interface PracticeHintProps {
  hint: PracticeHintName;
  onPass: () => void;
  onSkip: () => void;
  ref?: Ref<HTMLDivElement>;
  /** So that a hint that follows another takes up as much room. */
  minHeight?: number | undefined;
}

/** A note beside what it is about. It asks for nothing: the page works the same with it there. */
export function PracticeHint({ hint, onPass, onSkip, ref, minHeight }: PracticeHintProps) {
  const step = practiceHintNames.indexOf(hint) + 1;
  return (
    <div
      ref={ref}
      role="note"
      aria-label={`Practice hint ${step} of ${practiceHintNames.length}`}
      tabIndex={-1}
      className="practice-hint"
      style={{ minHeight }}
    >
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 flex-none text-info" />
      <p className="min-w-48 flex-1">
        <span aria-hidden="true" className="font-semibold text-info">
          {step} of {practiceHintNames.length}{' '}
        </span>
        {sentences[hint]}
      </p>
      <div className="practice-hint-actions">
        <button type="button" className="text-link" onClick={onPass}>
          Got it
        </button>
        <button type="button" className="text-link" onClick={onSkip}>
          Skip hints
        </button>
      </div>
    </div>
  );
}
