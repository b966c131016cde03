import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { ChainResult } from '@tallystone/core/settlement/decide-chain-act';
import { encodeFunctionData } from 'viem';
import type { QueuedCall } from './queue-call.ts';

type Call = Omit<QueuedCall, 'key'>;

/** As the contract numbers it. */
export const VOID_RESULT = 255;

/** Gas that each call can never need all of; what is not used is not paid. */
const MARKET_GAS = 300_000n;

export function openMarketCall(market: {
  marketId: string;
  outcomes: number;
  /** Seconds since 1970. */
  closesAt: number;
  rulesHash: Hex;
  maxHouseLoss: MicroUsdc;
  maxOdds: MicroOdds;
}): Call {
  const { marketId, outcomes, closesAt, rulesHash, maxHouseLoss, maxOdds } = market;
  return {
    role: 'risk-manager',
    gas: MARKET_GAS,
    data: encodeFunctionData({
      abi: ESCROW_ABI,
      functionName: 'openMarket',
      args: [chainIdOf(marketId), outcomes, BigInt(closesAt), rulesHash, maxHouseLoss, maxOdds],
    }),
  };
}

export function setLimitsCall(given: {
  marketId: string;
  maxHouseLoss: MicroUsdc;
  maxOdds: MicroOdds;
}): Call {
  const { marketId, maxHouseLoss, maxOdds } = given;
  return {
    role: 'risk-manager',
    gas: MARKET_GAS,
    data: encodeFunctionData({
      abi: ESCROW_ABI,
      functionName: 'setMarketLimits',
      args: [chainIdOf(marketId), maxHouseLoss, maxOdds],
    }),
  };
}

export function proposeCall(given: { marketId: string; result: ChainResult; evidenceHash: Hex }): Call {
  const { marketId, result, evidenceHash } = given;
  return {
    role: 'resolver',
    gas: MARKET_GAS,
    data: encodeFunctionData({
      abi: ESCROW_ABI,
      functionName: 'proposeResult',
      args: [chainIdOf(marketId), result === 'void' ? VOID_RESULT : result, evidenceHash],
    }),
  };
}

export function objectCall({ marketId, reasonHash }: { marketId: string; reasonHash: Hex }): Call {
  return {
    role: 'guardian',
    gas: MARKET_GAS,
    data: encodeFunctionData({
      abi: ESCROW_ABI,
      functionName: 'objectToResult',
      args: [chainIdOf(marketId), reasonHash],
    }),
  };
}

export function finaliseCall(marketId: string): Call {
  return {
    role: 'finaliser',
    gas: MARKET_GAS,
    data: encodeFunctionData({
      abi: ESCROW_ABI,
      functionName: 'finaliseResult',
      args: [chainIdOf(marketId)],
    }),
  };
}

/**
 * A bet takes about 45,000 when the token pays, and about 100,000 when it refuses the wallet. Before each payment the
 * contract wants enough left for the worst that a token can do, or it undoes the whole batch.
 */
const PAYMENT_GAS = 110_000n;
const PAYMENT_RESERVE_GAS = 450_000n;
/** Of a batch that came to nothing before: what the contract lets a hostile token burn for each. */
const COSTLY_PAYMENT_GAS = 240_000n;

/** @param isCautious after a batch that came to nothing: room for the worst of every bet, so few of them */
export function payBetsCall(betIds: readonly string[], isCautious: boolean): Call {
  const each = isCautious ? COSTLY_PAYMENT_GAS : PAYMENT_GAS;
  return {
    role: 'relayer',
    gas: PAYMENT_RESERVE_GAS + each * BigInt(betIds.length),
    data: encodeFunctionData({
      abi: ESCROW_ABI,
      functionName: 'payBets',
      args: [betIds.map(chainIdOf)],
    }),
  };
}

export function claimSetAsideCall(bettor: Hex): Call {
  return {
    role: 'relayer',
    gas: PAYMENT_RESERVE_GAS,
    data: encodeFunctionData({ abi: ESCROW_ABI, functionName: 'claimSetAside', args: [bettor] }),
  };
}
