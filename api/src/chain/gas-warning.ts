import { formatEther } from 'viem';
import type { EscrowChain, Role } from './escrow-chain.ts';
import { MOST_BATCH_GAS } from './place-call.ts';
import type { Signer } from './signer.ts';

/** Warns if an account can pay for fewer of its largest calls than this: enough for the day that a top-up takes. */
const FEWEST_CALLS = 50n;
/** For calls that open and end markets, which take less; see market-calls.ts. */
const OTHER_CALL_GAS = 400_000n;

/**
 * Warns which account is short of gas money at today's fees, long before its transactions are refused; null if none is. If
 * it is the relayer's account, bets would stop.
 */
export async function gasWarning(
  chain: Pick<EscrowChain, 'fees' | 'gasBalance'>,
  signers: readonly Signer[],
): Promise<string | null> {
  const { maxFee } = await chain.fees();
  for (const { address, roles } of signers) {
    const callGas = roles.includes('relayer') ? MOST_BATCH_GAS : OTHER_CALL_GAS;
    const left = await chain.gasBalance(address);
    const calls = left / (callGas * maxFee);
    if (calls >= FEWEST_CALLS) continue;
    return `The account of ${listed(roles)}, ${address}, has ${shortEther(left)} POL left, enough for ${calls} of its largest calls at today's fees. Send it more POL.`;
  }
  return null;
}

const listed = (roles: readonly Role[]): string => `the ${roles.join(' and the ')}`;

const shortEther = (wei: bigint): string => Number(formatEther(wei)).toFixed(3);
