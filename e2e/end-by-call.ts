import { hexToBytes } from '@noble/hashes/utils.js';
import type { Page } from '@playwright/test';
import type { ResponseBody, WireRehearsal } from '@tallystone/core/http-api';
import { actMessage } from '@tallystone/core/identity/act-message';
import { callAsAdmin } from './admin.ts';
import { evmAddressOf } from './wallets/evm-address.ts';
import { personalSign } from './wallets/personal-sign.ts';

/**
 * Ends a market of a demo with the session of an admin's page, signed by the practice admin's key, where that is not the
 * journey itself.
 */
export async function endByCall(
  page: Page,
  adminPath: string,
  { marketId, ...end }: { marketId: string } & ({ outcomeId: string; evidence: string } | { reason: string }),
): Promise<void> {
  const path = `/api/admin/markets/${marketId}/${'reason' in end ? 'void' : 'resolve'}`;
  const { rehearsal } = await callAsAdmin<{ rehearsal: WireRehearsal }>(page, 'POST', path, {
    ...end,
    dryRun: true,
  });
  const [, key = ''] = adminPath.split('=');
  const secret = hexToBytes(key.replace(/^0x/, ''));
  const address = evmAddressOf(secret);
  const { nonce, domain, issuedAt, expiresAt } = await callAsAdmin<ResponseBody<'getNonce'>>(
    page,
    'GET',
    `/api/auth/nonce?wallet=${address}`,
  );
  const text = actMessage(
    { kind: 'approve-result', rehearsal },
    { domain, address, nonce, issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) },
  );
  const signed = { nonce, signature: personalSign(secret, text) };
  await callAsAdmin(page, 'POST', path, { ...end, hash: rehearsal.hash, signed });
}
