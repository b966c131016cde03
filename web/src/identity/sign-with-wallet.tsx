import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** Signs in with the wallet, also as who was a guest until now. */
export function SignWithWallet({ children }: { children: ReactNode }) {
  const { step, signIn } = useWallet();
  return (
    <Button disabled={step !== null} onClick={() => void signIn()}>
      {children}
    </Button>
  );
}
