import { type AmountSetting, DELAY_SETTINGS } from '@tallystone/core/settings/settings';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../data/queries.ts';
import { t } from '../texts/t-admin.ts';
import { Card } from '../ui/card.tsx';
import { Titled } from '../ui/titled.tsx';
import { GameMarketSettings } from './game-market-settings.tsx';
import { amountSetting, delaySettingOf, NumberSettingField } from './number-setting-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { Unread } from './unread.tsx';

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
      <GameMarketSettings settings={settings} />
      <Card className="p-5">
        <h3 className="text-title">{t('adminSettings.delays')}</h3>
        <p className="mt-0.5 mb-4 text-secondary text-muted">{t('adminSettings.delaysMean')}</p>
        <div className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-4">
          {DELAY_SETTINGS.map((name) => (
            <NumberSettingField
              key={name}
              setting={delaySettingOf(name, t(`adminSettings.${name}`))}
              saved={settings[name]}
            />
          ))}
        </div>
      </Card>
      <Card className="p-5">
        <h3 className="mb-4 text-title">{t('adminSettings.amounts')}</h3>
        <div className="grid gap-x-8 lg:grid-cols-2 xl:grid-cols-3">
          {AMOUNTS.map((name) => (
            <NumberSettingField
              key={name}
              setting={amountSetting(name, t(`adminSettings.${name}`), t(`adminSettings.${name}Means`))}
              saved={settings[name]}
            />
          ))}
        </div>
      </Card>
    </div>
  );
}

const SWITCHES = ['autoImport', 'futuresTrading', 'realTimePrices', 'inPlay'] as const;

const AMOUNTS = [
  'liquidityBudget',
  'gameCap',
  'gameCapInPlay',
  'comboBudget',
  'stakeCapLevel0',
  'stakeCapLevel1',
  'stakeCapLevel2',
] as const satisfies readonly AmountSetting[];
