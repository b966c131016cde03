import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { DEFAULT_LIFE_MS, TITLE_LENGTH } from '@tallystone/core/markets/check-new-market';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { adminAmount } from './admin-amount.ts';
import { localMoment, utcMoment } from './admin-moment.ts';
import { Field, FieldNotes, fieldLabel, fieldProps } from './new-market-field.tsx';
import { NewMarketOutcomes } from './new-market-outcomes.tsx';
import { NewMarketProblems } from './new-market-problems.tsx';
import { NewMarketTags } from './new-market-tags.tsx';
import { clockChangeAt, emptyNewMarket, type NewMarketValues, utcOf } from './new-market-values.ts';
import { categoryOptions, typeOptions } from './taxonomy-labels.ts';
import { type FormPartProps, useNewMarketSending } from './use-new-market-sending.ts';

export interface NewMarketFormProps {
  form: UseFormReturn<NewMarketValues>;
  now: Date;
  /** Whether markets may end more than 30 days ahead. The server decides. */
  futures: boolean;
  /** USDC; null until the settings are known. */
  lossBudget: number | null;
  onCreated: (created: { waits: boolean }) => void;
}

type TypedField = 'subcategory' | 'title' | 'description' | 'eventDate';

/** The form for a new market, checked by the server's rules. */
export function NewMarketForm({ form, now, futures, lossBudget, onCreated }: NewMarketFormProps) {
  const { control, register, setValue } = form;
  // Complete from the first render on: every field has a default.
  const values = useWatch({ control }) as NewMarketValues;
  const sending = useNewMarketSending({ form, values, now, futures, onCreated });
  const { problemOf } = sending;

  const typed = (field: TypedField, hint: string) => ({ field, hint, problem: problemOf(field) });
  const controlOf = (field: TypedField) => ({
    ...register(field),
    ...fieldProps(field, { problem: problemOf(field), hint: true }),
  });
  const ready = values.title.trim() !== '' && values.category !== '';

  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-h3">{t('adminFrame.createMarket')}</h2>
      <form className="mt-5 flex flex-col gap-5" noValidate onSubmit={(event) => void sending.submit(event)}>
        {sending.allProblems && <NewMarketProblems ref={sending.summary} problems={sending.allProblems} />}
        <TypeAndCategory form={form} values={values} sending={sending} />
        <Field {...typed('subcategory', t('adminCreate.subcategoryHint'))} optional>
          <input {...controlOf('subcategory')} className="field" autoComplete="off" />
        </Field>
        <Field {...typed('title', t('adminCreate.titleHint', TITLE_LENGTH))}>
          <input {...controlOf('title')} className="field" autoComplete="off" />
        </Field>
        <Field {...typed('description', t('adminCreate.descriptionHint'))} optional>
          <textarea {...controlOf('description')} className="field" rows={4} />
        </Field>
        <NewMarketOutcomes form={form} sending={sending} />
        <Field {...typed('eventDate', dateHint(values.eventDate, now))} optional>
          <input {...controlOf('eventDate')} type="datetime-local" className="field max-w-64" />
        </Field>
        <NewMarketTags form={form} sending={sending} tags={values.tags} />
        <div className="flex items-start gap-3">
          <Switch
            {...fieldProps('autoResolve', { problem: undefined, hint: true })}
            checked={values.autoResolve}
            onCheckedChange={(autoResolve) => setValue('autoResolve', autoResolve)}
          />
          <div className="min-w-0">
            <label htmlFor="new-market-autoResolve" className="text-meta font-semibold">
              {fieldLabel('autoResolve')}
            </label>
            <FieldNotes field="autoResolve" hint={t('adminCreate.autoResolveHint')} problem={undefined} />
          </div>
        </div>
        <hr className="rule-dashed" />
        {lossBudget !== null && (
          <p className="text-secondary">{t('adminCreate.budget', { amount: adminAmount(lossBudget) })}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!ready || sending.isPending}>
            {sending.isPending ? t('adminFrame.sending') : t('adminFrame.createMarket')}
          </Button>
          <Button
            variant="ghost"
            disabled={sending.isPending}
            onClick={() => {
              sending.startOver();
              form.reset(emptyNewMarket());
            }}
          >
            {t('adminCreate.clear')}
          </Button>
        </div>
        {!ready && <p className="text-meta text-muted">{t('adminCreate.notReady')}</p>}
      </form>
    </Card>
  );
}

/** Type and category: each type has its own categories. */
function TypeAndCategory({ form, values, sending }: FormPartProps & { values: NewMarketValues }) {
  const { setValue } = form;
  const { problemOf, leave } = sending;
  const entry = CATEGORY_TAXONOMY.find(({ id }) => id === values.type);
  const categories = entry
    ? [{ value: 'all', label: t('adminCreate.allSubcategories') }, ...categoryOptions(entry)]
    : [];

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field field="type" problem={problemOf('type')}>
        <Select
          {...fieldProps('type', { problem: problemOf('type') })}
          placeholder={t('controls.choose')}
          value={values.type}
          options={typeOptions()}
          onBlur={() => leave('type')}
          onValueChange={(type) => {
            setValue('type', type);
            // They belong to the previous type.
            setValue('category', '');
            setValue('subcategory', '');
          }}
        />
      </Field>
      <Field field="category" problem={problemOf('category')}>
        <Select
          {...fieldProps('category', { problem: problemOf('category') })}
          key={values.type}
          placeholder={entry ? t('controls.choose') : t('adminCreate.chooseTypeFirst')}
          disabled={entry === undefined}
          value={values.category}
          options={categories}
          onBlur={() => leave('category')}
          onValueChange={(category) => setValue('category', category)}
        />
      </Field>
    </div>
  );
}

/** The UTC time of a local date, with a warning if the clocks change at that time. */
function dateHint(localDate: string, now: Date): string {
  const utc = utcOf(localDate);
  if (utc === null) {
    const byDefault = new Date(now.getTime() + DEFAULT_LIFE_MS).toISOString();
    return t('adminCreate.endsByDefault', { local: localMoment(byDefault), utc: utcMoment(byDefault) });
  }
  const time = localDate.slice(11, 16);
  switch (clockChangeAt(localDate)) {
    case 'skipped':
      return t('adminCreate.clockSkips', { time, local: localMoment(utc), utc: utcMoment(utc) });
    case 'repeated':
      return t('adminCreate.clockRepeats', { time, utc: utcMoment(utc) });
    case null:
      return t('adminCreate.clockIs', { utc: utcMoment(utc) });
  }
}
