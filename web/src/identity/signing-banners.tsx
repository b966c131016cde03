import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** What the wallet is asked while it signs in, and what came of it. */
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
                Cancel
              </Button>
            )
          }
        >
          Sign to prove this address is yours. It is free and moves no funds.
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
