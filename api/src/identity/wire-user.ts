import type { WalletType, WireUser } from '@tallystone/core/http-api/identity';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Settings } from '@tallystone/core/settings/settings';

/**
 * A user as the app gets it.
 *
 * @param settings the current ones: the level's daily stake cap applies unless the user has an own one
 */
export function wireUser(
  user: {
    address: string;
    walletType: WalletType;
    kycLevel: number;
    capOverride: MicroUsdc | null;
    isAdmin: boolean;
    verified: boolean;
  },
  settings: Settings,
): WireUser {
  const level = effectiveKycLevel({ level: user.kycLevel, isAdmin: user.isAdmin });
  return {
    publicKey: user.address,
    walletType: user.walletType,
    kycLevel: level,
    dailyStakeCap: usdcToNumber(user.capOverride ?? settings[`stakeCapLevel${level}`]),
    verified: user.verified,
  };
}
