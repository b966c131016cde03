import type { WireSettings } from '@tallystone/core/http-api/admin';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Settings } from '@tallystone/core/settings/settings';

/** The settings as the API returns them: amounts in USDC. */
export function wireSettings(settings: Settings): WireSettings {
  const { autoImport, futuresTrading, realTimePrices } = settings;
  return {
    autoImport,
    futuresTrading,
    realTimePrices,
    liquidityBudget: usdcToNumber(settings.liquidityBudget),
    marketCap: usdcToNumber(settings.marketCap),
    gameCap: usdcToNumber(settings.gameCap),
    stakeCapLevel0: usdcToNumber(settings.stakeCapLevel0),
    stakeCapLevel1: usdcToNumber(settings.stakeCapLevel1),
    stakeCapLevel2: usdcToNumber(settings.stakeCapLevel2),
  };
}
