import type { ChainName } from '@tallystone/core/http-api/identity';
import { storedSession } from '../data/stored-session.ts';
import { t } from '../texts/t.ts';
import type { Attempt } from './attempts.ts';
import { authenticate } from './authenticate.ts';
import { findOffered } from './find-wallet.ts';
import { leaveSession } from './leave-session.ts';
import { refreshBalance } from './refresh-balance.ts';
import type { SessionParts } from './session-parts.ts';
import type { FoundWallet } from './wallet-discovery.ts';
import { toWalletError, userRejected, walletNotFound } from './wallet-failures.ts';
import type { WalletOption, WalletStep } from './wallet-state.ts';

/** Connects and signs in. Ignored while another attempt runs. Rejects with a `WalletError` after logging it. */
export async function connectWallet(parts: SessionParts, option: WalletOption): Promise<void> {
  const { attempts, store, world } = parts;
  if (attempts.running) return;
  const found = findOffered(world.discovery.found(), option);
  if (!found) {
    leadToWallet(parts, option);
    return;
  }
  const attempt = attempts.begin({ connecting: true, step: 'connect' });
  try {
    await Promise.race([connectFound(parts, { attempt, found, chain: option.chain }), attempt.whenCancelled]);
  } catch (cause) {
    if (attempt.cancelled) return;
    const error = toWalletError(cause);
    store.set({ notice: error.code === userRejected ? t('wallet.nothingConnected') : error.message });
    world.log('The wallet could not be connected', error);
    throw error;
  } finally {
    attempts.end(attempt);
  }
}

/** For a wallet that isn't in this browser: opens this page in the wallet's app, or the download page. */
function leadToWallet({ store, world }: SessionParts, option: WalletOption): void {
  if (option.href) world.openPage(option.href);
  if (option.status === 'open-in-app') return;
  const error = walletNotFound(option);
  store.set({ notice: error.message });
  world.log('The wallet could not be connected', error);
  throw error;
}

async function connectFound(
  parts: SessionParts,
  { attempt, found, chain }: { attempt: Attempt; found: FoundWallet; chain: ChainName },
): Promise<void> {
  const { store, link, world } = parts;
  const connector = await world.open(found);
  const onStep = (step: WalletStep) => !attempt.cancelled && store.set({ step });
  const address = await connector.connect({ chain, onStep });
  if (attempt.cancelled) return;

  // A guest account ends with its session. If it belongs to this address, it ends only once the wallet has signed.
  const isOwnGuest = storedSession.read().user?.verified === false && store.state.publicKey === address;
  if (!isOwnGuest) leaveSession(world);
  const { walletType, name, rdns, isPractice } = found.info;
  const wallet = { publicKey: address, chain, walletType, walletName: name, isPractice };
  const signIn = { attempt, address, chain, walletType, connector };
  link.attach(connector);
  if (chain === 'Solana') {
    // A Solana wallet counts as connected before sign-in, an EVM wallet after it.
    store.remember({ address, chain, walletType, name, rdns });
    store.set({ ...wallet, connected: true, connecting: false, mismatch: null, solBalance: null });
    void refreshBalance(parts);
    await authenticate(parts, signIn);
    return;
  }
  await authenticate(parts, signIn);
  if (attempt.cancelled) {
    link.detach();
    return;
  }
  store.remember({ address, chain, walletType, name, rdns });
  store.set({ ...wallet, connected: true, mismatch: null, solBalance: null });
}
