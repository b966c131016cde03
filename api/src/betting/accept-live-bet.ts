import type { ChainBet } from '@tallystone/core/betting/chain-rules';
import { betAcceptance, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { LiveStake } from './bet-request.ts';
import type { LiveHouse } from './live-stake.ts';
import type { SignedBet } from './wire-signed-bet.ts';

/** Gives the house's word that it takes a live bet: once the bet is decided, and to nobody before it is written. */
export function acceptLiveBet(
  { bet, authorization }: LiveStake,
  { decided, house }: { decided: ChainBet['accepted']['live']; house: LiveHouse },
): SignedBet {
  const { place } = house.chain;
  const acceptedUntil = Math.floor(decided.acceptedUntil.getTime() / 1000);
  return {
    place,
    bet,
    authorization: `0x${authorization}`,
    acceptedUntil,
    acceptance: house.acceptance(typedDataDigest(betAcceptance(bet, acceptedUntil, place))),
  };
}
