import { LEAST_PART } from '@tallystone/core/betting/part-of-bet';
import { useRef } from 'react';
import { dollarsOf } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { AmountField } from './amount-field.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { type ChosenPart, SHARES, type Share } from './choose-part.ts';
import { SubmitButton } from './submit-button.tsx';
import type { PartChoice } from './use-part-choice.ts';

export interface PartFormProps {
  choice: PartChoice;
  /** Called before it changes. */
  onChange: () => void;
  disabled: boolean;
}

/** The choice how much of a bet is sold. */
export function PartForm({ choice, onChange, disabled }: PartFormProps) {
  const { share, setShare, text, setText, chosen } = choice;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ChoiceChips
        legend={t('cashOut.share')}
        isLegendShown
        choices={SHARES.map((value) => ({ value, label: shareLabel(value) }))}
        value={share}
        onChoose={(next) => {
          onChange();
          setShare(next);
        }}
        disabled={disabled}
      />
      {share === 'typed' && (
        <AmountField
          label={t('cashOut.partStake')}
          text={text}
          onChange={(next) => {
            onChange();
            setText(next);
          }}
          input={input}
          chips={[]}
          max={null}
          error={problemOf(chosen)}
          readOnly={disabled}
        />
      )}
    </>
  );
}

/** The button while no stake is typed that can be sold; the field says what is wrong with a typed one. */
export function NoPart({ chosen }: { chosen: ChosenPart }) {
  const note = useRef<HTMLParagraphElement>(null);
  return (
    <SubmitButton
      label={t('cashOut.title')}
      disabled
      note={chosen.kind === 'none' ? t('bet.enterAmount') : null}
      noteId="cash-out-reason"
      noteRef={note}
    />
  );
}

function shareLabel(share: Share): string {
  if (share === 'all') return t('cashOut.shareAll');
  return share === 'typed' ? t('cashOut.shareTyped') : t('cashOut.sharePercent', { percent: share });
}

function problemOf({ kind }: ChosenPart): string | null {
  const least = dollarsOf(LEAST_PART);
  switch (kind) {
    case 'too-small':
      return t('cashOut.partTooSmall', { least });
    case 'too-large':
      return t('cashOut.partTooLarge', { least });
    case 'junk':
      return t('bet.amountHint');
    default:
      return null;
  }
}
