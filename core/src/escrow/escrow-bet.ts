import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';
import { addressWord, fixedBytesWord, type Hex, keccakOf, toHex, uintWord } from './abi-words.ts';

/** Where an escrow contract is: a signature for one is worth nothing at another. */
export interface EscrowPlace {
  readonly chainId: number;
  readonly escrow: Hex;
}

/** A bet as the escrow contract knows it. */
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
  /** Seconds since 1970: the authorization of the stake cannot be used from then on. */
  readonly deadline: number;
}

/**
 * The hash of a bet: the nonce of the USDC authorization that pays for it, so that one signature moves exactly this
 * stake into exactly this bet.
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
