import { hexToBytes } from '@noble/hashes/utils.js';
import type { Page } from '@playwright/test';
import type { ResponseBody } from '@tallystone/core/http-api';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { callAsAdmin } from './admin.ts';

/**
 * Ends a demo market with the session of an admin's page, signed with the practice admin's key, for tests about
 * something else.
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
  const signed = await signAct(page, adminPath, { kind: 'approve-result', rehearsal });
  await callAsAdmin(page, 'POST', path, { ...end, hash: rehearsal.hash, signed });
}

/** Ends betting on a market in the same way. */
export async function closeByCall(
  page: Page,
  adminPath: string,
  { id, title }: { id: string; title: string },
): Promise<void> {
  const signed = await signAct(page, adminPath, { kind: 'close-now', markets: [{ id, title }] });
  await callAsAdmin(page, 'POST', '/api/admin/markets/bulk', { ids: [id], action: 'close', signed });
}

async function signAct(
  page: Page,
  adminPath: string,
  act: SignedAct,
): Promise<{ nonce: string; signature: string }> {
  const [, key = ''] = adminPath.split('=');
  const { address, sign } = evmWallet(hexToBytes(key.replace(/^0x/, '')));
  const { nonce, domain, issuedAt, expiresAt } = await callAsAdmin<ResponseBody<'getNonce'>>(
    page,
    'GET',
    `/api/auth/nonce?wallet=${address}`,
  );
  const text = actMessage(act, {
    domain,
    address,
    nonce,
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
  });
  return { nonce, signature: sign(text) };
}
