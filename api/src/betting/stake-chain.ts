import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { WalletCode } from '../identity/wallet-code.ts';

/** What betting asks of the chain that live stakes go over. Every call throws ChainUnavailable while it has no answer. */
export interface StakeChain extends Pick<WalletCode, 'isApproved'> {
  readonly place: EscrowPlace;
  readonly token: UsdcToken;
  /**
   * The USDC in a wallet now that is bound to none of these stakes, by the endpoint that says less. Each endpoint says of
   * one and the same block what the wallet holds and which stakes have been taken from it: those are gone already, or will
   * never be taken, and the others are still to come.
   *
   * @param known.since endpoints that are not at this block yet are not believed
   */
  stakeable(
    bettor: Hex,
    known: { readonly stakes: readonly AuthorizedStake[]; readonly since: bigint },
  ): Promise<MicroUsdc>;
  /** Whether any endpoint knows that the authorization was used or cancelled. */
  isNonceUsed(bettor: Hex, nonce: Hex): Promise<boolean>;
}

/** A stake that its bettor has signed for. */
export interface AuthorizedStake {
  /** Of the authorization: the hash of the bet. */
  readonly nonce: Hex;
  readonly stake: MicroUsdc;
}

/** The chain has no answer now, or none that its endpoints agree on. */
export class ChainUnavailable extends Error {}
