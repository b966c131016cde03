import type { ChainName } from '@tallystone/core/http-api/identity';
import { connectWallet } from './connect-wallet.ts';
import type { SessionParts } from './session-parts.ts';

/** Switches the connected wallet to another chain and signs in there, if the wallet offers it. Never rejects. */
export async function moveToChain(parts: SessionParts, chain: ChainName): Promise<void> {
  const { store, link } = parts;
  const found = link.find();
  const option = store
    .getOptions()
    .find(
      (each) =>
        each.chain === chain && each.rdns === found?.info.rdns && each.walletType === found.info.walletType,
    );
  // `connectWallet` logs the failure and shows it as the notice.
  if (option) await connectWallet(parts, option).catch(() => {});
}
