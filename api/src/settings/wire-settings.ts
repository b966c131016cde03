import type { WireSettings } from '@tallystone/core/http-api/admin';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Settings } from '@tallystone/core/settings/settings';

/** The settings as the API returns them: amounts in USDC, delays in seconds. */
export function wireSettings(settings: Settings): WireSettings {
  const values = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'boolean' || typeof value === 'number' ? value : usdcToNumber(value),
  ]);
  // Each setting keeps its name.
  return Object.fromEntries(values) as WireSettings;
}
