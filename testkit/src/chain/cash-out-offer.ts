import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import { DOMAIN_FIELDS, escrowDomain, type TypedData } from '@tallystone/core/escrow/typed-data';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';

/** A cash-out as the contract takes it, signed by both the bettor and the house. The product can't do this yet. */
export function cashOutOffer(
  offer: { betId: Hex; amount: MicroUsdc; deadline: number },
  place: EscrowPlace,
): TypedData {
  return {
    domain: escrowDomain(place),
    primaryType: 'CashOut',
    types: {
      EIP712Domain: DOMAIN_FIELDS,
      CashOut: [
        { name: 'betId', type: 'bytes32' },
        { name: 'amount', type: 'uint64' },
        { name: 'deadline', type: 'uint64' },
      ],
    },
    message: { betId: offer.betId, amount: String(offer.amount), deadline: String(offer.deadline) },
  };
}
