/** 0: nothing checked. 1: identity checked. 2: holds an admin grant. */
export type KycLevel = 0 | 1 | 2;

/** From this level on the app shows what admins see. The server asks for the grant itself. */
export const ADMIN_LEVEL = 2;

/**
 * The level a user is shown and limited by. Identity checks alone never reach the admin level, and an
 * admin grant always does.
 *
 * @param level what identity checks have given
 * @see docs/design/fixed-values.md#access
 */
export function effectiveKycLevel({ level, isAdmin }: { level: number; isAdmin: boolean }): KycLevel {
  if (isAdmin) return ADMIN_LEVEL;
  return level >= 1 ? 1 : 0;
}
