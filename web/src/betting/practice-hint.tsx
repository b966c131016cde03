import { Lightbulb } from 'lucide-react';
import type { Ref } from 'react';
import { t } from '../texts/t.ts';
import { type PracticeHintName, practiceHintNames } from './practice-hints.ts';

export interface PracticeHintProps {
  hint: PracticeHintName;
  onPass: () => void;
  onSkip: () => void;
  ref?: Ref<HTMLDivElement>;
  /** In px: as high as the hint before it, so that nothing below moves. */
  minHeight?: number | undefined;
}

/** A note beside the element it explains. It needs no answer: the page works the same with or without it. */
export function PracticeHint({ hint, onPass, onSkip, ref, minHeight }: PracticeHintProps) {
  const step = practiceHintNames.indexOf(hint) + 1;
  return (
    <div
      ref={ref}
      role="note"
      aria-label={t('hints.label', { step, steps: practiceHintNames.length })}
      tabIndex={-1}
      className="practice-hint"
      style={{ minHeight }}
    >
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 flex-none text-info" />
      <p className="min-w-48 flex-1">
        <span aria-hidden="true" className="font-semibold text-info">
          {t('hints.step', { step, steps: practiceHintNames.length })}{' '}
        </span>
        {t(`hints.${hint}`)}
      </p>
      <div className="practice-hint-actions">
        <button type="button" className="text-link" onClick={onPass}>
          {t('hints.gotIt')}
        </button>
        <button type="button" className="text-link" onClick={onSkip}>
          {t('hints.skip')}
        </button>
      </div>
    </div>
  );
}
