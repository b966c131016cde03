import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { WalletCode } from '../identity/wallet-code.ts';

/** What betting needs from the chain of live stakes. Every call throws ChainUnavailable if the chain has no answer. */
export interface StakeChain extends Pick<WalletCode, 'isApproved'> {
  readonly place: EscrowPlace;
  readonly token: UsdcToken;
  /**
   * The USDC in a wallet now that is not needed for these stakes; the lowest answer of all endpoints counts. Each endpoint
   * reads the wallet's balance and the stakes already taken from it at one block: those taken, or never to be taken, no
   * longer count, and the others are still to come.
   *
   * @param known.since endpoints that have not reached this block are ignored
   */
  stakeable(
    bettor: Hex,
    known: { readonly stakes: readonly AuthorizedStake[]; readonly since: bigint },
  ): Promise<MicroUsdc>;
  /** Whether any endpoint says that the authorization was used or cancelled. */
  isNonceUsed(bettor: Hex, nonce: Hex): Promise<boolean>;
}

/** A stake that its bettor has signed. */
export interface AuthorizedStake {
  /** The authorization's nonce is the hash of the bet. */
  readonly nonce: Hex;
  readonly stake: MicroUsdc;
}

/** The chain does not answer now, or its endpoints disagree. */
export class ChainUnavailable extends Error {}
