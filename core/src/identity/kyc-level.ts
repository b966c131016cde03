/** 0: nothing checked. 1: identity checked. 2: holds an admin grant. */
export type KycLevel = 0 | 1 | 2;

/** From this level on the app shows the admin pages. The server checks the admin grant itself. */
export const ADMIN_LEVEL = 2;

/**
 * The level that a user sees and that limits stakes. Identity checks alone never reach the admin level; an admin
 * grant always does.
 *
 * @param level the level from identity checks
 * @see docs/design/fixed-values.md#access
 */
export function effectiveKycLevel({ level, isAdmin }: { level: number; isAdmin: boolean }): KycLevel {
  if (isAdmin) return ADMIN_LEVEL;
  return level >= 1 ? 1 : 0;
}
