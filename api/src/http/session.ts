import type { ChainName, WalletType } from '@tallystone/core/http-api/identity';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';

/** Who makes a call: a user through one sign-in. */
export interface Session {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  /** True when the wallet signed in, false for a guest of a demo. */
  readonly verified: boolean;
  readonly expiresAt: Date;
  readonly wallet: WalletAddress;
  readonly walletType: WalletType;
  /** The network the wallet was on when it signed in, as it said itself. */
  readonly chain: ChainName | null;
  /** Whether the user holds an admin grant now. */
  readonly isAdmin: boolean;
  /** Whether the user may object to results before they are paid. */
  readonly isGuardian: boolean;
  /** 0 or 1, from identity checks alone. */
  readonly kycLevel: number;
  /** Set for this user alone, or null: the default applies. */
  readonly capOverride: MicroUsdc | null;
}
