import { t } from '../texts/t.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** Banners for a sign-in: what the wallet is being asked, and the result. */
export function SigningBanners({ className }: { className: string }) {
  const { connecting, step, notice, canCancel, cancelConnect } = useWallet();
  return (
    <>
      {(connecting || step !== null) && (
        <Banner
          className={className}
          actions={
            canCancel && (
              <Button variant="secondary" size="small" onClick={cancelConnect}>
                {t('controls.cancel')}
              </Button>
            )
          }
        >
          {t('wallet.proveAddress')}
        </Banner>
      )}
      {notice && (
        <Banner tone="warning" className={className}>
          {notice}
        </Banner>
      )}
    </>
  );
}
