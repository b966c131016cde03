import { checkMismatch } from './check-mismatch.ts';
import { refreshBalance } from './refresh-balance.ts';
import { resumePractice } from './resume-practice.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { signedOut } from './signed-out.ts';

/** Goes on where an earlier visit stopped, with the account its wallet shows without asking (null: none). */
export async function resumeSession(parts: SessionParts, account: string | null): Promise<void> {
  await checkMismatch(parts);
  const { connected, chain, walletType, isPractice, authToken, solBalance } = parts.store.state;
  if (!connected || account === null) return;
  if (isPractice && authToken === null) void resumePractice(parts);
  if (chain !== 'Solana') return;
  if (solBalance === null) void refreshBalance(parts);
  // An already trusted Phantom signs in when no token is stored and it was not signed out on purpose; no other real wallet does so by itself.
  if (walletType === 'phantom' && authToken === null && !signedOut.read()) void signInAgain(parts);
}
