import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI } from '@tallystone/core/escrow/escrow-abi';
import { splitSignature } from '@tallystone/core/escrow/split-signature';
import { encodeFunctionData } from 'viem';

/** For the transaction itself and the start and end of a batch. */
const BATCH_GAS = 150_000n;
/** The contract requires this much per bet, or the whole batch fails. Unused gas isn't paid for. */
const BET_GAS = 180_000n;
const LAST_BET_GAS = 260_000n;

/** The most bets in one call. A block has room for the gas of several such calls. */
export const MOST_BETS = 50;

const gasOf = (bets: number): bigint => BATCH_GAS + BigInt(bets) * BET_GAS + LAST_BET_GAS;

/** The gas of the largest call. To send it, an account must be able to pay for all of it. */
export const MOST_BATCH_GAS = gasOf(MOST_BETS);

/** A bet with everything that the contract needs. */
export interface AcceptedBet {
  readonly id: string;
  readonly marketId: string;
  readonly bettor: Hex;
  /** Counted from 0. */
  readonly outcome: number;
  readonly stake: bigint;
  readonly odds: bigint;
  /** Seconds since 1970. */
  readonly deadline: bigint;
  readonly acceptedUntil: bigint;
  /** 65 bytes each: r, s and v. */
  readonly authorization: Hex;
  readonly acceptance: Hex;
}

/** The call that places bets, and the most gas that it can need. */
export function placeCall(bets: readonly AcceptedBet[]): { data: Hex; gas: bigint } {
  const signed = bets.map((bet) => ({
    bet: {
      betId: chainIdOf(bet.id),
      marketId: chainIdOf(bet.marketId),
      bettor: bet.bettor,
      outcome: bet.outcome,
      stake: bet.stake,
      odds: bet.odds,
      deadline: bet.deadline,
    },
    ...splitSignature(bet.authorization),
    acceptedUntil: bet.acceptedUntil,
    acceptance: bet.acceptance,
  }));
  const data = encodeFunctionData({ abi: ESCROW_ABI, functionName: 'placeBets', args: [signed] });
  return { data, gas: gasOf(bets.length) };
}
