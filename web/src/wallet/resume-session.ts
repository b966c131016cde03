import { checkMismatch } from './check-mismatch.ts';
import { refreshBalance } from './refresh-balance.ts';
import { resumePractice } from './resume-practice.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { signedOut } from './signed-out.ts';

/** Continues an earlier visit, with the account that its wallet shows without a prompt; null if it shows none. */
export async function resumeSession(parts: SessionParts, account: string | null): Promise<void> {
  await checkMismatch(parts);
  const { connected, chain, walletType, isPractice, authToken, solBalance } = parts.store.state;
  if (!connected || account === null) return;
  if (isPractice && authToken === null) void resumePractice(parts);
  if (chain !== 'Solana') return;
  if (solBalance === null) void refreshBalance(parts);
  // A trusted Phantom signs in unless the person signed out on purpose. No other real wallet signs in automatically.
  if (walletType === 'phantom' && authToken === null && !signedOut.read()) void signInAgain(parts);
}
