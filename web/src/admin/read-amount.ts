import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';

/** An amount as an admin types it: `$` and commas between thousands are read over. Null when it is none. */
export function readAmount(text: string): MicroUsdc | null {
  const plain = text.trim().replace(/^\$\s*/, '');
  const parted = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain);
  return parseUsdc(parted ? plain.replaceAll(',', '') : plain);
}
