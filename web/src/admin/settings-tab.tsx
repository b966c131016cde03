import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../data/queries.ts';
import { t } from '../texts/t-admin.ts';
import { Card } from '../ui/card.tsx';
import { Titled } from '../ui/titled.tsx';
import { AuditList } from './audit-list.tsx';
import { SettingsAmounts } from './settings-amounts.tsx';
import { SettingsSwitches } from './settings-switches.tsx';
import { Unread } from './unread.tsx';
import { UsersList } from './users-list.tsx';

/** The product's settings, its users, and the audit. */
export function SettingsTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Titled title={t('adminSettings.heading')} className="mb-4 text-h3">
        <Settings />
      </Titled>
      <UsersList />
      <AuditList />
    </div>
  );
}

function Settings() {
  // Another admin may have changed them.
  const query = useQuery({ ...settingsQuery, refetchOnMount: 'always' });
  if (query.data === undefined) {
    return (
      <Unread query={query} what={t('adminSettings.theSettings')} loading={t('adminSettings.loading')} />
    );
  }
  return (
    <div className="grid gap-5">
      <Card className="p-5">
        <SettingsSwitches settings={query.data} />
      </Card>
      <Card className="p-5">
        <h3 className="mb-4 text-title">{t('adminSettings.amounts')}</h3>
        <SettingsAmounts settings={query.data} />
      </Card>
    </div>
  );
}
