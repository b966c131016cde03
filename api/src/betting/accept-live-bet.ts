import type { AcceptedBet } from '@tallystone/core/betting/decide-bet';
import { betAcceptance, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { BetRequest } from './bet-request.ts';
import type { LiveHouse } from './live-stake.ts';
import type { SignedBet } from './wire-signed-bet.ts';

/** A live bet as it was accepted: signed by both sides, for the place where its stake goes. */
export interface AcceptedLiveBet extends SignedBet {
  /** The open returns that its odds were decided on, per outcome. */
  readonly pricedOn: readonly MicroUsdc[];
}

/** Gives the house's word that it takes a live bet: once the bet is decided, and to nobody before it is written. */
export function acceptLiveBet(
  { betId, live: stake }: Pick<BetRequest, 'betId' | 'live'>,
  { decided, house }: { decided: AcceptedBet['live']; house: LiveHouse },
): AcceptedLiveBet {
  if (stake === undefined || decided === undefined) throw new Error(`bet ${betId} has no stake on the chain`);
  const { place } = house.chain;
  const acceptedUntil = Math.floor(decided.acceptedUntil.getTime() / 1000);
  return {
    place,
    bet: stake.bet,
    authorization: `0x${stake.authorization}`,
    acceptedUntil,
    acceptance: house.acceptance(typedDataDigest(betAcceptance(stake.bet, acceptedUntil, place))),
    pricedOn: decided.pricedOn,
  };
}
