import type { ChainName } from '@tallystone/core/http-api/identity';
import { connectWallet } from './connect-wallet.ts';
import type { SessionParts } from './session-parts.ts';

/** Brings the connected wallet to another chain and signs in there. Does nothing where it cannot go. Never rejects. */
export async function moveToChain(parts: SessionParts, chain: ChainName): Promise<void> {
  const { store, link } = parts;
  const found = link.find();
  const option = store
    .getOptions()
    .find(
      (each) =>
        each.chain === chain && each.rdns === found?.info.rdns && each.walletType === found.info.walletType,
    );
  // The failure is logged and shown as the notice by `connectWallet`.
  if (option) await connectWallet(parts, option).catch(() => {});
}
