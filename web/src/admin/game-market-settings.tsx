import type { WireSettings } from '@tallystone/core/http-api/admin';
import { MARKET_GROUPS } from '@tallystone/core/http-api/market-group';
import { IMPORT_SETTINGS, type ImportSetting } from '@tallystone/core/settings/import-settings';
import { CAP_SETTINGS, type MarketCaps } from '@tallystone/core/settings/market-caps';
import { shownRange } from '@tallystone/core/settings/settings';
import type { ReactNode } from 'react';
import { t } from '../texts/t-admin.ts';
import { Card } from '../ui/card.tsx';
import { amountSetting, NumberSettingField } from './number-setting-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';

type CapName = keyof MarketCaps<number>;

/** Which markets of a game are imported, and the most that the house may lose on each of them, by group. */
export function GameMarketSettings({ settings }: { settings: WireSettings }) {
  const cap = (name: CapName, group: string) => (
    <NumberSettingField
      inTable
      setting={amountSetting(name, t('adminSettings.groupCap', { group }))}
      saved={settings[name]}
    />
  );
  return (
    <Card className="p-5">
      <h3 className="text-title">{t('adminSettings.marketsOfGames')}</h3>
      <p className="mt-0.5 max-w-prose text-secondary text-muted">
        {t('adminSettings.marketsOfGamesMeans')}{' '}
        {t('adminSettings.capsRange', {
          ...shownRange('totalsCap'),
          least: shownRange('marketCap').min,
        })}
      </p>
      {/* Every cell names itself, too. */}
      <p aria-hidden className={`mt-4 grid max-w-2xl text-meta text-muted max-sm:hidden ${COLUMNS}`}>
        <span className="flex justify-between gap-4">
          <span>{t('adminSettings.group')}</span>
          <span>{t('adminSettings.imported')}</span>
        </span>
        <span>{t('adminSettings.capPerMarket')}</span>
      </p>
      <ul className="mt-1 grid max-w-2xl divide-y divide-line">
        <Row cap={cap('marketCap', t('adminSettings.mainMarket'))}>
          <AlwaysImported name="mainMarket" />
        </Row>
        {MARKET_GROUPS.map((group) => {
          const imports: ImportSetting | null = group === 'result' ? null : IMPORT_SETTINGS[group];
          return (
            <Row key={group} cap={cap(CAP_SETTINGS[group], t(`adminSettings.${imports ?? 'otherResults'}`))}>
              {imports === null ? (
                <AlwaysImported name="otherResults" />
              ) : (
                <SettingSwitch name={imports} on={settings[imports]} />
              )}
            </Row>
          );
        })}
      </ul>
    </Card>
  );
}

const COLUMNS = 'gap-x-8 sm:grid-cols-2';

function Row({ cap, children }: { cap: ReactNode; children: ReactNode }) {
  return (
    <li className={`grid gap-y-1.5 pt-3 pb-1.5 ${COLUMNS}`}>
      {children}
      {cap}
    </li>
  );
}

/** A group without a switch. */
function AlwaysImported({ name }: { name: 'mainMarket' | 'otherResults' }) {
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`adminSettings.${name}`)}</p>
        <p className="mt-0.5 max-w-prose text-secondary text-muted">{t(`adminSettings.${name}Does`)}</p>
      </div>
      <p className="flex-none text-meta text-muted">{t('adminSettings.always')}</p>
    </div>
  );
}
