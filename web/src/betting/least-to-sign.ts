import { leastInPlay } from '@tallystone/core/betting/least-in-play';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';

/** The minimum to sign for a cash-out while the game is played. @param shown its value now, USDC */
export function leastToSign(shown: number): number {
  const value = parseUsdc(String(shown));
  return value === null ? shown : usdcToNumber(leastInPlay(value));
}
