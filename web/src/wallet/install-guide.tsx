import { lazy, Suspense } from 'react';
import { t } from '../texts/t-wallet.ts';
import { Button } from '../ui/button.tsx';
import { PanelHeading } from './panel-row.tsx';
import type { WalletOption } from './wallet-state.ts';

const WalletQr = lazy(() => import('./wallet-qr.tsx').then((m) => ({ default: m.WalletQr })));

/** What to do after the download page has opened, here or on the phone. */
export function InstallGuide({ option }: { option: WalletOption }) {
  const { name, href, appLink } = option;
  return (
    <div className="px-3 pb-3 text-meta">
      <PanelHeading style={{ paddingInline: 0 }}>{t('walletMenu.installName', { name })}</PanelHeading>
      <p>
        {t('walletMenu.installHow')}
        {href && (
          <>
            {' '}
            <a className="text-link" href={href} target="_blank" rel="noopener">
              {t('walletMenu.openAgain')}
            </a>
          </>
        )}
      </p>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => window.location.reload()}>
        {t('frame.reloadPage')}
      </Button>
      {appLink && (
        <>
          <hr className="menu-separator" />
          <p>{t('walletMenu.orScan', { name })}</p>
          <Suspense fallback={<div className="mt-3 size-44" />}>
            <WalletQr link={appLink} label={t('walletMenu.qrCode', { name })} />
          </Suspense>
        </>
      )}
    </div>
  );
}
