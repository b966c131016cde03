import type { Hex } from '@tallystone/core/escrow/abi-words';
import { numberToHex, type PublicClient } from 'viem';

/** Nodes' messages for a call that ran and failed. That is an answer. */
const FAILED_CALL =
  /revert|out ?of ?gas|invalid opcode|invalid jump|bad jump|stack (?:under|over)flow|opcode .* not defined/i;

/** The result of a call on the newest block; null if the call fails. */
export async function answerOfCall(
  client: PublicClient,
  { gas, ...call }: { from: Hex; to: Hex; data: Hex; gas: bigint },
): Promise<Hex | null> {
  try {
    const params = [{ ...call, gas: numberToHex(gas) }, 'latest'] as const;
    return await client.request({ method: 'eth_call', params: [...params] });
  } catch (error) {
    if (FAILED_CALL.test(String(error))) return null;
    throw error;
  }
}
