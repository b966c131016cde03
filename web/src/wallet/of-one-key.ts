import type { Hex } from '@tallystone/core/escrow/abi-words';
import { t } from '../texts/t.ts';
import { WalletError } from './wallet-error.ts';

/**
 * The signature of one key as USDC takes it: r, s and v, the last 27 or 28. Some wallets count v from 0.
 *
 * @throws WalletError for anything else: wallets that are contracts sign in forms of their own
 */
export function ofOneKey(signature: string): Hex {
  const hex = signature.toLowerCase();
  const found = /^0x([0-9a-f]{128})([0-9a-f]{2})$/.exec(hex);
  const v = Number.parseInt(found?.[2] ?? '', 16);
  const counted = v === 0 || v === 1 ? v + 27 : v;
  if (found === null || (counted !== 27 && counted !== 28)) throw new WalletError(t('wallet.notOneKey'));
  return `0x${found[1]}${counted.toString(16)}`;
}
