import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI, VOID_RESULT } from '@tallystone/core/escrow/escrow-abi';
import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { ChainResult } from '@tallystone/core/settlement/decide-chain-act';
import { type ContractFunctionArgs, type ContractFunctionName, encodeFunctionData } from 'viem';
import type { QueuedCall } from './queue-call.ts';

type Call = Omit<QueuedCall, 'key'>;
type Names = ContractFunctionName<typeof ESCROW_ABI, 'nonpayable'>;

/** More gas than any call about a market can need. Unused gas isn't paid for. */
const MARKET_GAS = 300_000n;

function callOf<Name extends Names>(
  role: QueuedCall['role'],
  functionName: Name,
  args: ContractFunctionArgs<typeof ESCROW_ABI, 'nonpayable', Name>,
  gas = MARKET_GAS,
): Call {
  // The signature above ensures that name and arguments belong together.
  const given = { abi: ESCROW_ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0];
  return { role, gas, data: encodeFunctionData(given) };
}

export const openMarketCall = (market: {
  marketId: string;
  outcomes: number;
  /** Seconds since 1970. */
  closesAt: number;
  rulesHash: Hex;
  maxHouseLoss: MicroUsdc;
  maxOdds: MicroOdds;
}): Call =>
  callOf('risk-manager', 'openMarket', [
    chainIdOf(market.marketId),
    market.outcomes,
    BigInt(market.closesAt),
    market.rulesHash,
    market.maxHouseLoss,
    market.maxOdds,
  ]);

export const setLimitsCall = (given: {
  marketId: string;
  maxHouseLoss: MicroUsdc;
  maxOdds: MicroOdds;
}): Call =>
  callOf('risk-manager', 'setMarketLimits', [chainIdOf(given.marketId), given.maxHouseLoss, given.maxOdds]);

export const proposeCall = (given: { marketId: string; result: ChainResult; evidenceHash: Hex }): Call =>
  callOf('resolver', 'proposeResult', [
    chainIdOf(given.marketId),
    given.result === 'void' ? VOID_RESULT : given.result,
    given.evidenceHash,
  ]);

export const objectCall = ({ marketId, reasonHash }: { marketId: string; reasonHash: Hex }): Call =>
  callOf('guardian', 'objectToResult', [chainIdOf(marketId), reasonHash]);

export const finaliseCall = (marketId: string): Call =>
  callOf('finaliser', 'finaliseResult', [chainIdOf(marketId)]);

/**
 * A bet takes about 45,000 if the token pays, and about 100,000 if it refuses the wallet. Before each payment the contract
 * requires enough gas for the worst that a token can do, or it reverts the whole batch.
 */
const PAYMENT_GAS = 110_000n;
const PAYMENT_RESERVE_GAS = 450_000n;
/** For bets of a failed batch: what the contract lets a hostile token burn per bet. */
const COSTLY_PAYMENT_GAS = 240_000n;

/** @param isCautious after a failed batch: enough gas for the worst case of every bet */
export function payBetsCall(betIds: readonly string[], isCautious: boolean): Call {
  const each = isCautious ? COSTLY_PAYMENT_GAS : PAYMENT_GAS;
  const gas = PAYMENT_RESERVE_GAS + each * BigInt(betIds.length);
  return callOf('relayer', 'payBets', [betIds.map(chainIdOf)], gas);
}

export const claimSetAsideCall = (bettor: Hex): Call =>
  callOf('relayer', 'claimSetAside', [bettor], PAYMENT_RESERVE_GAS);
