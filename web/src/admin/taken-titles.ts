import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { titleKey } from '@tallystone/core/markets/title-key';

/** The titles that a new market can't have, by `titleKey`: those of custom markets whose betting hasn't ended. */
export function takenTitles(markets: readonly WireAdminMarket[], now: Date): string[] {
  return markets
    .filter(
      ({ source, archived, endsAt }) =>
        source === 'custom' && !archived && Date.parse(endsAt) > now.getTime(),
    )
    .map(({ title }) => titleKey(title));
}
