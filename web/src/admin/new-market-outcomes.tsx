import { OUTCOMES } from '@tallystone/core/markets/check-new-market';
import { Plus } from 'lucide-react';
import { type Control, useFieldArray, useWatch } from 'react-hook-form';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { Switch } from '../ui/switch.tsx';
import { FieldNotes, fieldId, fieldLabel, fieldProps } from './new-market-field.tsx';
import { MIN_OUTCOMES, type NewMarketValues, percentOf } from './new-market-values.ts';
import type { FormPartProps } from './use-new-market-sending.ts';

/** The outcomes, and optionally the starting probability of each. */
export function NewMarketOutcomes({ form, sending: { problemOf } }: FormPartProps) {
  const { control, register, setValue, getValues } = form;
  const problem = problemOf('outcomes');
  const percentProblem = problemOf('probabilities');
  const weigh = (on: boolean) => {
    setValue('weighted', on);
    if (!on) return;
    const { outcomes } = getValues();
    const equal = String(Math.floor(1000 / outcomes.length) / 10);
    outcomes.forEach(({ percent }, index) => {
      if (percent === '') setValue(`outcomes.${index}.percent`, equal);
    });
  };
  const { fields, append, remove } = useFieldArray({ control, name: 'outcomes' });
  const weighted = useWatch({ control, name: 'weighted' });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-meta font-semibold">{fieldLabel('outcomes')}</legend>
      <ol className="flex flex-col gap-2">
        {fields.map((field, index) => (
          <li key={field.id} className="flex items-center gap-2">
            <input
              {...register(`outcomes.${index}.name`)}
              {...fieldProps('outcomes', { problem })}
              id={index === 0 ? fieldId('outcomes') : undefined}
              className="field min-w-0 flex-1"
              aria-label={t('adminCreate.outcome', { number: index + 1 })}
              placeholder={t('adminCreate.outcome', { number: index + 1 })}
              autoComplete="off"
            />
            {weighted && (
              <span className="flex flex-none items-center gap-1.5">
                <input
                  {...register(`outcomes.${index}.percent`)}
                  {...fieldProps('probabilities', { problem: percentProblem, hint: true })}
                  id={index === 0 ? fieldId('probabilities') : undefined}
                  className="field w-20 text-right"
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={t('adminCreate.probabilityOf', { number: index + 1 })}
                />
                <span aria-hidden="true">%</span>
              </span>
            )}
            {fields.length > MIN_OUTCOMES && (
              <CloseButton
                label={t('adminCreate.removeOutcome', { number: index + 1 })}
                onClick={() => {
                  remove(index);
                  // The pressed button is gone, so focus moves to the first outcome.
                  queueMicrotask(() => document.getElementById(fieldId('outcomes'))?.focus());
                }}
              />
            )}
          </li>
        ))}
      </ol>
      <FieldNotes field="outcomes" problem={problem} />
      {fields.length < OUTCOMES.max && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          onClick={() => append({ name: '', percent: '' })}
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('adminCreate.addOutcome')}
        </Button>
      )}
      <div className="mt-4 flex items-start gap-3">
        <Switch id="new-market-weighted" checked={weighted} onCheckedChange={weigh} />
        <div className="min-w-0">
          <label htmlFor="new-market-weighted" className="text-meta font-semibold">
            {fieldLabel('probabilities')}
            <span className="font-normal text-muted"> {t('adminFrame.optional')}</span>
          </label>
          <FieldNotes
            field="probabilities"
            hint={weighted ? <Together control={control} /> : t('adminCreate.equal')}
            problem={percentProblem}
          />
        </div>
      </div>
    </fieldset>
  );
}

/** The sum of the percentages; only their proportions count. */
function Together({ control }: { control: Control<NewMarketValues> }) {
  const outcomes = useWatch({ control, name: 'outcomes' });
  const sum = outcomes.reduce((total, { percent }) => total + percentOf(percent), 0);
  const shown = Math.round(sum * 100) / 100;
  return shown === 100 ? t('adminCreate.together100') : t('adminCreate.together', { sum: shown });
}
