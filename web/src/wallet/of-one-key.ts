import type { Hex } from '@tallystone/core/escrow/abi-words';
import { wholeEvmSignature } from '@tallystone/core/identity/whole-evm-signature';
import { t } from '../texts/t.ts';
import { WalletError } from './wallet-error.ts';

/**
 * Converts a signature to the form that USDC accepts: r, s and v, with v 27 or 28. Some wallets count v from 0, and some
 * send the short form without v.
 *
 * @throws WalletError for anything else, such as a signature of a contract wallet
 */
export function ofOneKey(signature: string): Hex {
  const whole = signature.startsWith('0x') ? wholeEvmSignature(signature) : null;
  const v = Number.parseInt(whole?.slice(128) ?? '', 16);
  const counted = v === 0 || v === 1 ? v + 27 : v;
  if (whole === null || (counted !== 27 && counted !== 28)) throw new WalletError(t('wallet.notOneKey'));
  return `0x${whole.slice(0, 128)}${counted.toString(16)}`;
}
