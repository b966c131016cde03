import type { WireSettings } from '@tallystone/core/http-api/admin';
import { DELAY_SECONDS } from '@tallystone/core/in-play/delay';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { IMPORT_SETTINGS, type ImportSetting } from '@tallystone/core/settings/import-settings';
import {
  type AmountSetting,
  DELAY_SETTINGS,
  type DelaySetting,
  delayProblem,
  rangeProblem,
  shownRange,
} from '@tallystone/core/settings/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { settingsQuery } from '../data/queries.ts';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Switch } from '../ui/switch.tsx';
import { Titled } from '../ui/titled.tsx';
import { changeProblem } from './admin-problem.ts';
import { amountText, isAmount, readAmount } from './read-amount.ts';
import { resultsQuery } from './results-query.ts';
import { Unread } from './unread.tsx';
import { useLoneMutation } from './use-lone-mutation.ts';
import { SavedWords } from './waits-banner.tsx';

/** The product's settings. */
export function SettingsTab() {
  return (
    <Titled title={t('adminFrame.settings')} className="mb-4 text-h3">
      <Settings />
    </Titled>
  );
}

function Settings() {
  // Another admin may have changed them.
  const query = useQuery({ ...settingsQuery, refetchOnMount: 'always' });
  const settings = query.data;
  if (settings === undefined) {
    return <Unread query={query} what={t('adminFrame.settings')} />;
  }
  return (
    <div className="grid gap-5">
      <Card className="p-5">
        <ul className="grid divide-y divide-line">
          {SWITCHES.map((name) => (
            <li key={name} className="py-4 first:pt-0 last:pb-0">
              <SettingSwitch name={name} on={settings[name]} />
            </li>
          ))}
        </ul>
      </Card>
      <Card className="p-5">
        <h3 className="text-title">{t('adminSettings.marketsOfGames')}</h3>
        <p className="mt-0.5 mb-4 text-secondary text-muted">{t('adminSettings.marketsOfGamesMeans')}</p>
        <ul className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
          {Object.values(IMPORT_SETTINGS).map((name) => (
            <li key={name}>
              <SettingSwitch name={name} on={settings[name]} />
            </li>
          ))}
        </ul>
      </Card>
      <Card className="p-5">
        <h3 className="text-title">{t('adminSettings.delays')}</h3>
        <p className="mt-0.5 mb-4 text-secondary text-muted">{t('adminSettings.delaysMean')}</p>
        <div className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-4">
          {DELAY_SETTINGS.map((name) => (
            <NumberSettingField key={name} setting={delaySettingOf(name)} saved={settings[name]} />
          ))}
        </div>
      </Card>
      <Card className="p-5">
        <h3 className="mb-4 text-title">{t('adminSettings.amounts')}</h3>
        <div className="grid gap-x-8 lg:grid-cols-2 xl:grid-cols-3">
          {AMOUNTS.map((name) => (
            <NumberSettingField key={name} setting={amountSetting(name)} saved={settings[name]} />
          ))}
        </div>
      </Card>
    </div>
  );
}

const SWITCHES = ['autoImport', 'futuresTrading', 'realTimePrices', 'inPlay'] as const;

/** A product-wide switch. It is saved at once. */
function SettingSwitch({ name, on }: { name: (typeof SWITCHES)[number] | ImportSetting; on: boolean }) {
  const id = useId();
  const change = useChangeSetting(name);
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-semibold">
          {t(`adminSettings.${name}`)}
        </label>
        <p id={`${id}-does`} className="mt-0.5 max-w-prose text-secondary text-muted">
          {t(`adminSettings.${name}Does`)}
        </p>
        {change.isError && (
          <p role="alert" className="mt-1 text-meta text-negative">
            {t('adminSettings.notSaved', { why: changeProblem(change.error, name) })}
          </p>
        )}
      </div>
      <div className="flex flex-none flex-col-reverse items-end gap-1 sm:flex-row sm:items-center sm:gap-3">
        <span role="status" className="text-right text-meta text-muted sm:min-w-12">
          {change.isSuccess && <SavedWords waits={change.data.waits !== undefined} />}
        </span>
        <Switch
          id={id}
          aria-describedby={`${id}-does`}
          // Shows the value being saved, and the saved one again after a failure.
          checked={change.isPending ? change.variables : on}
          onCheckedChange={(next) => !change.isPending && change.mutate(next)}
        />
      </div>
    </div>
  );
}

const AMOUNTS: readonly AmountSetting[] = [
  'liquidityBudget',
  'marketCap',
  'sideMarketCap',
  'gameCap',
  'gameCapInPlay',
  'comboBudget',
  'stakeCapLevel0',
  'stakeCapLevel1',
  'stakeCapLevel2',
];

interface NumberSetting {
  name: AmountSetting | DelaySetting;
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
const amountSetting = (name: AmountSetting): NumberSetting => ({
  name,
  label: t('adminSettings.inUsdc', { label: t(`adminSettings.${name}`) }),
  means: (
    <>
      <span className="block">{t(`adminSettings.${name}Means`)}</span>
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
const delaySettingOf = (name: DelaySetting): NumberSetting => ({
  name,
  label: t('adminSettings.inSeconds', { label: t(`adminSettings.${name}`) }),
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

/** A number that is saved separately. */
function NumberSettingField({ setting, saved }: { setting: NumberSetting; saved: number }) {
  const { name, label } = setting;
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
    <form noValidate onSubmit={save} className="row-span-4 grid min-w-0 grid-rows-subgrid">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <p id={`${id}-means`} className="mt-0.5 text-meta text-muted">
        {setting.means}
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
          aria-label={t('adminSettings.saveWhat', { label: t(`adminSettings.${name}`) })}
        >
          {t('adminSettings.save')}
        </Button>
      </div>
      {/* Keeps its height, so nothing below moves when a message appears. */}
      <p id={`${id}-problem`} role="status" className="mt-1 min-h-10 text-meta">
        {problem !== null && <span className="text-negative">{problem}</span>}
        {problem === null && change.isSuccess && <SavedWords waits={change.data.waits !== undefined} />}
      </p>
    </form>
  );
}

/** Saves one setting and leaves the others as they are, even if they are being saved too. */
function useChangeSetting<K extends keyof WireSettings>(name: K) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (value: WireSettings[K]) => callApi('changeSettings', { body: { [name]: value } }),
    onSuccess: (saved) => {
      // Until a second admin approves, the answer has the old value.
      queryClient.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, [name]: saved[name] });
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
      void queryClient.invalidateQueries({ queryKey: resultsQuery.queryKey });
    },
  });
}
