import '../styles/admin.css';
import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { Download, Upload } from 'lucide-react';
import { lazy, useState } from 'react';
import { usePageTitle } from '../format/use-page-title.ts';
import { AdminIdentity } from '../identity/admin-identity.tsx';
import { SigningBanners } from '../identity/signing-banners.tsx';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useAdminTab } from './admin-tab.ts';
import { DashboardTabs } from './dashboard-tabs.tsx';

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((m) => ({ default: m.ExportDialog })));
const ImportCsvDialog = lazy(() =>
  import('./import-csv-dialog.tsx').then((m) => ({ default: m.ImportCsvDialog })),
);

/** The admin dashboard: identity, five tabs, export and import. The server decides what the user may do. */
export function Dashboard() {
  const { user } = useWallet();
  const [tab, selectTab] = useAdminTab();
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
      <DashboardTabs tab={tab.id} onTab={selectTab} mayAct={mayAct} />
      {mayAct && dialog !== null && (
        <ErrorBoundary key={dialog} fallback={null} onError={close}>
          {dialog === 'export' ? <ExportDialog onClose={close} /> : <ImportCsvDialog onClose={close} />}
        </ErrorBoundary>
      )}
    </div>
  );
}
