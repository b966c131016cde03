import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** A button that signs in with the wallet, also for a guest. */
export function SignWithWallet({ children }: { children: ReactNode }) {
  const { step, signIn } = useWallet();
  return (
    <Button disabled={step !== null} onClick={() => void signIn()}>
      {children}
    </Button>
  );
}
