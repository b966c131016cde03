import type { ChainName } from '@tallystone/core/http-api/identity';
import { connectWallet } from './connect-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import { toWalletError } from './wallet-failures.ts';
import type { WalletStep } from './wallet-state.ts';

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

/** After a mismatch: signs in with the account and chain that the wallet shows now. Never rejects. */
export async function adoptWallet(parts: SessionParts): Promise<void> {
  const { mismatch, chain } = parts.store.state;
  if (mismatch === null || chain === null) return;
  const target = mismatch.kind === 'chain' ? mismatch.actual : chain;
  if (target !== null) await moveToChain(parts, target);
}

/** After a chain mismatch: switches the wallet back to the chain that signed in. Never rejects. */
export async function switchBack({ store, attempts, link, world }: SessionParts): Promise<void> {
  const { chain } = store.state;
  if (attempts.running || chain === null) return;
  const attempt = attempts.begin({ step: 'switch-chain' });
  try {
    const connector = await link.require();
    const onStep = (step: WalletStep) => !attempt.cancelled && store.set({ step });
    await Promise.race([connector.switchChain({ chain, onStep }), attempt.whenCancelled]);
  } catch (error) {
    store.set({ notice: toWalletError(error).message });
    world.log('The wallet did not change its chain', error);
  } finally {
    attempts.end(attempt);
  }
}
