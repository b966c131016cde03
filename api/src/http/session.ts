import type { ChainName, WalletType } from '@tallystone/core/http-api/identity';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';

/** The user of a call, through one sign-in. */
export interface Session {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  /** True if the wallet signed in, false for a guest of a demo. */
  readonly verified: boolean;
  readonly expiresAt: Date;
  readonly wallet: WalletAddress;
  readonly walletType: WalletType;
  /** The network that the wallet reported when it signed in. */
  readonly chain: ChainName | null;
  /** Whether the user has an admin grant now. */
  readonly isAdmin: boolean;
  /** Whether the user may object to results before they are paid. */
  readonly isGuardian: boolean;
  /** 0 or 1, from identity checks alone. */
  readonly kycLevel: number;
  /** A cap set for this user, or null for the default. */
  readonly capOverride: MicroUsdc | null;
  /** It may have been revoked within the last minute, so the call has to check it. Absent: within the last second at most. */
  readonly mayHaveEnded?: true;
}

/** The hash of the session's token, hex. */
export const tokenHashOf = ({ tokenHash }: Session): string => Buffer.from(tokenHash).toString('hex');
