import { lazy, Suspense } from 'react';
import { Button } from '../ui/button.tsx';
import { PanelHeading } from './panel-row.tsx';
import type { WalletOption } from './wallet-state.ts';

const WalletQr = lazy(() => import('./wallet-qr.tsx').then((m) => ({ default: m.WalletQr })));

/** After the download page was opened: how to go on here, or on the phone. */
export function InstallGuide({ option }: { option: WalletOption }) {
  const { name, href, appLink } = option;
  return (
    <div className="px-3 pb-3 text-meta">
      <PanelHeading style={{ paddingInline: 0 }}>Install {name}</PanelHeading>
      <p>
        The download page is open in a new tab. Install the extension, then reload this page.
        {href && (
          <>
            {' '}
            <a className="text-link" href={href} target="_blank" rel="noopener">
              Open it again
            </a>
          </>
        )}
      </p>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
      {appLink && (
        <>
          <hr className="menu-separator" />
          <p>Or scan this with your phone to open the page in the {name} app.</p>
          <Suspense fallback={<div className="mt-3 size-44" />}>
            <WalletQr link={appLink} label={`QR code that opens this page in the ${name} app`} />
          </Suspense>
        </>
      )}
    </div>
  );
}
