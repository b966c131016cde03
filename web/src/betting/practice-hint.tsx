import { Lightbulb } from 'lucide-react';
import type { Ref } from 'react';
import { t } from '../texts/t-hints.ts';
import { type PracticeHintName, practiceHintNames } from './practice-hints.ts';

/** Aligned with the sentence beside it. */
const LINK = 'text-link min-h-6 -my-0.5';

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
      // A small hint, in one row if there is room.
      className="flex flex-wrap items-start gap-x-2.5 gap-y-1 px-3.5 py-2.5 border border-dashed border-info rounded-control bg-info-soft text-meta"
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
        <button type="button" className={LINK} onClick={onPass}>
          {t('hints.gotIt')}
        </button>
        <button type="button" className={LINK} onClick={onSkip}>
          {t('hints.skip')}
        </button>
      </div>
    </div>
  );
}
