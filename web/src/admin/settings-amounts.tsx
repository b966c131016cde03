import type { WireSettings } from '@tallystone/core/http-api/admin';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type AmountSetting, rangeProblem, shownRange } from '@tallystone/core/settings/settings';
import { type FormEvent, useId, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { changeProblem } from './admin-problem.ts';
import { amountText, isAmount, readAmount } from './read-amount.ts';
import { useChangeSetting } from './use-change-setting.ts';
import { SavedWords } from './waits-banner.tsx';

const AMOUNTS: readonly AmountSetting[] = [
  'liquidityBudget',
  'marketCap',
  'gameCap',
  'stakeCapLevel0',
  'stakeCapLevel1',
  'stakeCapLevel2',
];

/** The amounts that limit what the house and its users may lose. Each is saved separately. */
export function SettingsAmounts({ settings }: { settings: WireSettings }) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2 xl:grid-cols-3">
      {AMOUNTS.map((name) => (
        <AmountSettingField key={name} name={name} saved={settings[name]} />
      ))}
    </div>
  );
}

function AmountSettingField({ name, saved }: { name: AmountSetting; saved: number }) {
  const id = useId();
  const change = useChangeSetting(name);
  /** Null until the admin types; then the saved amount is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [junk, setJunk] = useState(false);
  const text = typed ?? amountText(saved);
  const amount = readAmount(text);
  const unchanged = amount !== null && usdcToNumber(amount) === saved;
  const problem = junk
    ? isAmount(text)
      ? translatedMessage(rangeProblem(name))
      : t('adminSettings.noAmount')
    : change.isError
      ? changeProblem(change.error, name)
      : null;
  const label = t(`adminSettings.${name}`);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || unchanged) return;
    setJunk(amount === null);
    if (amount === null) return;
    change.mutate(usdcToNumber(amount), { onSuccess: () => setTyped(null) });
  };

  return (
    <form noValidate onSubmit={save} className="min-w-0">
      <label htmlFor={id} className="font-semibold">
        {t('adminSettings.inUsdc', { label })}
      </label>
      <p id={`${id}-means`} className="mt-0.5 text-meta text-muted">
        <span className="block">{t(`adminSettings.${name}Means`)}</span>
        {t('adminSettings.range', shownRange(name))}
      </p>
      <div className="mt-1.5 flex gap-2">
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
          aria-label={t('adminSettings.saveWhat', { label })}
        >
          {t('adminSettings.save')}
        </Button>
      </div>
      {/* Keeps its height, so nothing below moves when a message appears. */}
      <p id={`${id}-problem`} role="status" className="mt-1 min-h-5 text-meta">
        {problem !== null && <span className="text-negative">{problem}</span>}
        {problem === null && change.isSuccess && <SavedWords waits={change.data.waits !== undefined} />}
      </p>
    </form>
  );
}
