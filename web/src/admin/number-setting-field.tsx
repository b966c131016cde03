import { DELAY_SECONDS } from '@tallystone/core/in-play/delay';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import {
  type AmountSetting,
  type DelaySetting,
  delayProblem,
  rangeProblem,
  shownRange,
} from '@tallystone/core/settings/settings';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { changeProblem } from './admin-problem.ts';
import { amountText, isAmount, readAmount } from './read-amount.ts';
import { useChangeSetting } from './use-change-setting.ts';
import { SavedWords } from './waits-banner.tsx';

interface NumberSetting {
  name: AmountSetting | DelaySetting;
  /** What it is called, and the same with its unit. */
  title: string;
  label: string;
  /** What it is, and its range. */
  means: ReactNode;
  /** A saved number as the field's text. */
  textOf: (saved: number) => string;
  /** Null if the text is no number that can be sent. */
  read: (text: string) => number | null;
  /** Why such a text can't be sent. */
  problemOf: (text: string) => string;
}

/** What limits how much the house and its users may lose, in USDC. */
export const amountSetting = (name: AmountSetting, title: string, means = ''): NumberSetting => ({
  name,
  title,
  label: t('adminSettings.inUsdc', { label: title }),
  means: (
    <>
      {means !== '' && <span className="block">{means}</span>}
      {t('adminSettings.range', shownRange(name))}
    </>
  ),
  textOf: amountText,
  read: (text) => {
    const amount = readAmount(text);
    return amount === null ? null : usdcToNumber(amount);
  },
  problemOf: (text) => (isAmount(text) ? translatedMessage(rangeProblem(name)) : t('adminSettings.noAmount')),
});

/** How long bets in play wait, in seconds. */
export const delaySettingOf = (name: DelaySetting, title: string): NumberSetting => ({
  name,
  title,
  label: t('adminSettings.inSeconds', { label: title }),
  means: t('adminSettings.range', { min: DELAY_SECONDS.min, max: DELAY_SECONDS.max }),
  textOf: String,
  read: (text) => {
    const seconds = readSeconds(text) ?? Number.NaN;
    const isDelay = Number.isInteger(seconds) && seconds >= DELAY_SECONDS.min && seconds <= DELAY_SECONDS.max;
    return isDelay ? seconds : null;
  },
  problemOf: (text) =>
    readSeconds(text) === null ? t('adminSettings.noSeconds') : translatedMessage(delayProblem()),
});

/** Null if the text isn't a number. */
const readSeconds = (text: string): number | null =>
  /^-?\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.replace(',', '.')) : null;

/**
 * A number that is saved separately.
 *
 * @param inTable it is a cell of a table, which shows what it is and its range, and on phones its label
 */
export function NumberSettingField({
  setting,
  saved,
  inTable = false,
}: {
  setting: NumberSetting;
  saved: number;
  inTable?: boolean;
}) {
  const { name, title, label } = setting;
  const id = useId();
  const change = useChangeSetting(name);
  /** Null until the admin types; then the saved number is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [junk, setJunk] = useState(false);
  const text = typed ?? setting.textOf(saved);
  const value = setting.read(text);
  const unchanged = value === saved;
  const problem = junk ? setting.problemOf(text) : change.isError ? changeProblem(change.error, name) : null;

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || unchanged) return;
    setJunk(value === null);
    if (value === null) return;
    change.mutate(value, { onSuccess: () => setTyped(null) });
  };

  return (
    <form
      noValidate
      onSubmit={save}
      className={inTable ? 'min-w-0' : 'row-span-4 grid min-w-0 grid-rows-subgrid'}
    >
      <label htmlFor={id} className={inTable ? 'text-meta text-muted sm:sr-only' : 'font-semibold'}>
        {label}
      </label>
      <p id={`${id}-means`} className={inTable ? 'sr-only' : 'mt-0.5 text-meta text-muted'}>
        {setting.means}
      </p>
      <div className={classNames('flex gap-2', inTable ? 'mt-1' : 'mt-1.5')}>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className={classNames('field', problem !== null && 'border-negative')}
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={classNames(`${id}-means`, problem !== null && `${id}-problem`)}
          onChange={(event) => {
            setTyped(event.target.value);
            setJunk(false);
            change.reset();
          }}
        />
        <Button
          type="submit"
          variant="secondary"
          disabled={change.isPending || unchanged}
          aria-label={t('adminSettings.saveWhat', { label: title })}
        >
          {t('adminSettings.save')}
        </Button>
      </div>
      {/* Keeps its height, so nothing below moves when a message appears. */}
      <p
        id={`${id}-problem`}
        role="status"
        className={classNames('mt-1 text-meta', inTable ? 'min-h-5' : 'min-h-10')}
      >
        {problem !== null && <span className="text-negative">{problem}</span>}
        {problem === null && change.isSuccess && <SavedWords waits={change.data.waits !== undefined} />}
      </p>
    </form>
  );
}
