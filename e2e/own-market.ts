import type { BrowserContext, Page } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { createMarket, openAdmin } from './admin.ts';
import { acceptAge, connect, expectSignedIn } from './bettor.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

/** A new market of our own, and the page of a bettor who has connected an EVM wallet. @param admin a page of an admin, closed after */
export async function openOwnMarket(
  page: Page,
  { context, admin }: { context: BrowserContext; admin: Page },
): Promise<{ market: WireAdminMarket; wallet: EvmWallet }> {
  await openAdmin(admin);
  const market = await createMarket(admin);
  await admin.close();
  await acceptAge(context);
  const wallet = await EvmWallet.install(context);
  await page.goto('/?category=politics');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  return { market, wallet };
}
