import '../styles/admin.css';
import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { Download, Upload } from 'lucide-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { usePageTitle } from '../format/use-page-title.ts';
import { AdminIdentity } from '../identity/admin-identity.tsx';
import { SigningBanners } from '../identity/signing-banners.tsx';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { ADMIN_TABS, type AdminTabId, useAdminTab } from './admin-tab.ts';
import { DashboardPart, type LoadPart } from './dashboard-part.tsx';

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((m) => ({ default: m.ExportDialog })));
const ImportCsvDialog = lazy(() =>
  import('./import-csv-dialog.tsx').then((m) => ({ default: m.ImportCsvDialog })),
);

/** The admin dashboard: identity, tabs, export and import. The server decides what the user may do. */
export function Dashboard() {
  const { user } = useWallet();
  const [tab] = useAdminTab();
  const [dialog, setDialog] = useState<'export' | 'import' | null>(null);
  usePageTitle(t('adminFrame.pageTitle', { tab: t(tab.title) }));
  const mayAct = user !== null && user.kycLevel >= ADMIN_LEVEL && user.verified;
  const close = () => setDialog(null);

  return (
    <div className="frame py-8 lg:py-10">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <AdminIdentity heading="h1" />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" disabled={!mayAct} onClick={() => setDialog('export')}>
            <Download aria-hidden="true" className="size-4" />
            {t('adminFrame.exportData')}
          </Button>
          <Button variant="secondary" disabled={!mayAct} onClick={() => setDialog('import')}>
            <Upload aria-hidden="true" className="size-4" />
            {t('adminFrame.importCsv')}
          </Button>
        </div>
      </div>
      <SigningBanners className="mt-4" />
      <DashboardTabs mayAct={mayAct} />
      {mayAct && dialog !== null && (
        <ErrorBoundary key={dialog} fallback={null} onError={close}>
          {dialog === 'export' ? <ExportDialog onClose={close} /> : <ImportCsvDialog onClose={close} />}
        </ErrorBoundary>
      )}
    </div>
  );
}

// Each tab loads when it is first opened, without the libraries of the others.
const LOAD: Record<AdminTabId, LoadPart> = {
  markets: () => import('./markets-tab.tsx').then((m) => ({ default: m.MarketsTab })),
  azuro: () => import('./azuro-tab.tsx').then((m) => ({ default: m.AzuroTab })),
  create: () => import('./create-market-tab.tsx').then((m) => ({ default: m.CreateMarketTab })),
  analytics: () => import('./analytics-tab.tsx').then((m) => ({ default: m.AnalyticsTab })),
  settings: () => import('./settings-tab.tsx').then((m) => ({ default: m.SettingsTab })),
  users: () => import('./users-list.tsx').then((m) => ({ default: m.UsersList })),
  audit: () => import('./audit-list.tsx').then((m) => ({ default: m.AuditList })),
};

/** The tabs. Only the open one is rendered, and nothing is requested unless the user may act. */
function DashboardTabs({ mayAct }: { mayAct: boolean }) {
  const [{ id: tab }, onTab] = useAdminTab();
  const list = useRef<HTMLDivElement>(null);
  // On a phone the list is wider than the page. Only the list scrolls, not the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the selected tab in the DOM
  useEffect(() => {
    const names = list.current;
    const open = names?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!names || !open) return;
    names.scrollLeft = open.offsetLeft - names.offsetLeft - (names.clientWidth - open.offsetWidth) / 2;
  }, [tab]);
  return (
    <Tabs value={tab} onValueChange={onTab} className="mt-6">
      <TabsList ref={list} aria-label={t('adminFrame.partsOfDashboard')}>
        {ADMIN_TABS.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {t(label)}
          </TabsTrigger>
        ))}
      </TabsList>
      {ADMIN_TABS.map(({ id }) => (
        <TabsContent key={id} value={id} className="min-h-96 pt-6">
          {mayAct ? (
            <DashboardPart load={LOAD[id]} />
          ) : (
            <p className="text-muted">{t('adminFrame.onlySigned')}</p>
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}
