import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';
import { addressWord, fixedBytesWord, type Hex, keccakOf, toHex, uintWord } from './abi-words.ts';

/** The chain and address of an escrow contract. A signature for one contract is invalid for any other. */
export interface EscrowPlace {
  readonly chainId: number;
  readonly escrow: Hex;
}

/** A bet in the escrow contract's terms. */
export interface EscrowBet {
  /** 32 bytes, see `chainIdOf`. */
  readonly betId: Hex;
  /** 16 bytes. */
  readonly marketId: Hex;
  readonly bettor: Hex;
  /** Counted from 0, in the order of the market's outcomes. */
  readonly outcome: number;
  /** Micro-USDC. */
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
  /** Seconds since 1970: from then on the authorization of the stake can't be used. */
  readonly deadline: number;
}

/**
 * The hash of a bet, used as the nonce of the USDC authorization that pays for it. So one signature moves exactly
 * this stake into exactly this bet.
 *
 * @returns 32 bytes
 * @see contracts/src/BetEscrow.sol, `hashOf`
 */
export function hashEscrowBet(bet: EscrowBet, { chainId, escrow }: EscrowPlace): Hex {
  return toHex(
    keccakOf(
      fixedBytesWord(bet.betId, 32),
      fixedBytesWord(bet.marketId, 16),
      uintWord(bet.outcome),
      uintWord(bet.stake),
      uintWord(bet.odds),
      addressWord(bet.bettor),
      uintWord(bet.deadline),
      uintWord(chainId),
      addressWord(escrow),
    ),
  );
}
