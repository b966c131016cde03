import { formatEther } from 'viem';
import type { EscrowChain, Role } from './escrow-chain.ts';
import { MOST_BATCH_GAS } from './place-call.ts';
import type { Signer } from './signer.ts';

/** What is left for fewer of its dearest calls than this is told: enough for the day that it takes to send more. */
const FEWEST_CALLS = 50n;
/** Calls that open and end markets take less each; see market-calls.ts. */
const OTHER_CALL_GAS = 400_000n;

/**
 * Which account has little left to pay gas with at today's fees, long before what it sends is refused; null for none. What
 * it would then hold up is its owner's to know: bets, where it is the relayer's.
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
    return `The account of ${toldRoles(roles)}, ${address}, has ${shortEther(left)} POL left, enough for ${calls} of its largest calls at today's fees. Send it more POL.`;
  }
  return null;
}

const toldRoles = (roles: readonly Role[]): string => `the ${roles.join(' and the ')}`;

const shortEther = (wei: bigint): string => Number(formatEther(wei)).toFixed(3);
