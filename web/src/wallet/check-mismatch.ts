import { findMismatch } from './find-mismatch.ts';
import type { SessionParts } from './session-parts.ts';

/** Compares the wallet's account and chain with the session's. Does nothing while an attempt may be changing them. */
export async function checkMismatch({ store, attempts, link, world }: SessionParts): Promise<void> {
  const { connector } = link;
  if (connector === null || attempts.running || !store.state.connected) return;
  try {
    const shown = await connector.look();
    const { publicKey, chain } = store.state;
    if (connector !== link.connector || attempts.running || publicKey === null || chain === null) return;
    const mismatch = findMismatch(shown, { publicKey, chain });
    if (JSON.stringify(mismatch) !== JSON.stringify(store.state.mismatch)) store.set({ mismatch });
  } catch (error) {
    world.log('The wallet did not say what it shows', error);
  }
}
