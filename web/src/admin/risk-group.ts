import type { RiskGroup } from '@tallystone/core/http-api/admin-risk';
import { type RiskGrouping, riskGroupKey } from '@tallystone/core/markets/risk-groups';
import { subcategoryName } from '../finding/subcategory-name.ts';
import { groupName } from '../markets/group-name.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { dayText } from './day-bars.tsx';

/** The heads of the groups' column. */
export const GROUPING_HEADS = {
  game: 'adminRisk.game',
  league: 'adminRisk.league',
  day: 'adminAnalytics.dayUtc',
  type: 'adminRisk.type',
} as const satisfies Record<RiskGrouping, AdminTextKey>;

/** A line of figures: of a group of markets, or of the combos, which belong to none. */
export type RiskLine<Figures> = Figures & { readonly of: RiskGroup | 'combos' };

/** Lines of groups, and the combos' line after them. */
export function withCombos<Figures>(
  lines: readonly (RiskGroup & Figures)[],
  combos: Figures | null,
): RiskLine<Figures>[] {
  const ofGroups = lines.map((line) => ({ ...line, of: line }));
  return combos === null ? ofGroups : [...ofGroups, { ...combos, of: 'combos' as const }];
}

export const riskLineKey = ({ of }: RiskLine<object>): string =>
  of === 'combos' ? 'combos' : riskGroupKey(of);

/** A group as people read it. */
export function riskLineName({ of }: RiskLine<object>): string {
  if (of === 'combos') return t('adminAnalytics.combos');
  if (of.title !== undefined) return of.inPlay ? t('adminRisk.inPlay', { title: of.title }) : of.title;
  if (of.league !== undefined) return leagueText(of.league, of.subcategory ?? '');
  if (of.day !== undefined) return dayText(of.day);
  if (of.category !== undefined) return t('adminRisk.own', { category: t(`categories.${of.category}`) });
  return of.group === undefined ? '' : groupName(of.group);
}

function leagueText(league: string, subcategory: string): string {
  const sport = subcategoryName(subcategory) ?? subcategory;
  return league === '' ? sport : t('adminRisk.leagueOf', { league, sport });
}

/** The page of its game or market, if it is one. */
export function riskLineHref({ of }: RiskLine<object>): string | undefined {
  if (of === 'combos') return undefined;
  if (of.gameId !== undefined) return `/game/${encodeURIComponent(of.gameId)}`;
  return of.marketId === undefined ? undefined : `/market/${encodeURIComponent(of.marketId)}`;
}
