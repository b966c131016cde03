import { connectWallet } from './connect-wallet.ts';
import type { SessionParts } from './session-parts.ts';

/** Mismatch: signs in with the account and chain the wallet shows now. Never rejects. */
export async function adoptWallet(parts: SessionParts): Promise<void> {
  const { store, link } = parts;
  const { mismatch, chain } = store.state;
  if (mismatch === null || chain === null) return;
  const target = mismatch.kind === 'chain' ? mismatch.actual : chain;
  const found = link.find();
  const option = store
    .getOptions()
    .find(
      ({ chain: at, rdns, walletType }) =>
        at === target && rdns === found?.info.rdns && walletType === found.info.walletType,
    );
  // The failure is logged and shown as the notice by `connectWallet`.
  if (option) await connectWallet(parts, option).catch(() => {});
}
