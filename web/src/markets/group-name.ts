import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import { t } from '../texts/t-market-groups.ts';

/** The name of a group of a game's markets. */
export function groupName(group: MarketGroup): string {
  return t(`marketGroups.${group}`);
}
