import type { WalletType, WireUser } from '@tallystone/core/http-api';
import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';

/** A user as the app sees one. */
export function wireUser(
  user: {
    address: string;
    walletType: WalletType;
    kycLevel: number;
    capOverride: MicroUsdc | null;
    isAdmin: boolean;
    verified: boolean;
  },
  mode: 'demo' | 'live',
): WireUser {
  const level = effectiveKycLevel({ level: user.kycLevel, isAdmin: user.isAdmin });
  return {
    publicKey: user.address,
    walletType: user.walletType,
    kycLevel: level,
    dailyStakeCap: usdcToNumber(dailyStakeCap({ mode, level, override: user.capOverride })),
    verified: user.verified,
  };
}
