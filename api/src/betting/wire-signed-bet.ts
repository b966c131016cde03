import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowBet, EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import { splitSignature } from '@tallystone/core/escrow/split-signature';
import type { WireSignedBet } from '@tallystone/core/http-api/betting';

/** A live bet with the signatures of both sides, 65 bytes each: r, s and v. */
export interface SignedBet {
  readonly place: EscrowPlace;
  readonly bet: EscrowBet;
  readonly authorization: Hex;
  /** Seconds since 1970. */
  readonly acceptedUntil: number;
  readonly acceptance: Hex;
}

/** The form that the bettor gets, who can use it to place the bet without this server. */
export function wireSignedBet({ place, bet, ...signed }: SignedBet): WireSignedBet {
  return {
    chainId: place.chainId,
    escrow: place.escrow,
    bet: { ...bet, stake: bet.stake.toString(), odds: bet.odds.toString() },
    ...splitSignature(signed.authorization),
    acceptedUntil: signed.acceptedUntil,
    acceptance: signed.acceptance,
  };
}
