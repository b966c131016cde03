import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** Turns a session that was opened without a signature into one that the wallet signed. */
export function SignWithWallet({ children }: { children: ReactNode }) {
  const { step, signIn } = useWallet();
  return (
    <Button disabled={step !== null} onClick={() => void signIn({ verified: true })}>
      {children}
    </Button>
  );
}
