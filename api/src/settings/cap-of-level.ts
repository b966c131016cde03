import type { KycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Settings } from '@tallystone/core/settings/settings';

const CAP_OF_LEVEL = {
  0: 'stakeCapLevel0',
  1: 'stakeCapLevel1',
  2: 'stakeCapLevel2',
} as const satisfies Record<KycLevel, keyof Settings>;

/** The settings that say how much users of each level may stake. */
export type CapsOfLevels = Pick<Settings, (typeof CAP_OF_LEVEL)[KycLevel]>;

/** How much a user of a level may stake in a UTC day, unless a cap is set for that user. */
export function capOfLevel(settings: CapsOfLevels, level: KycLevel): MicroUsdc {
  return settings[CAP_OF_LEVEL[level]];
}
