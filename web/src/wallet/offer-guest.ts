import type { Attempt } from './attempt.ts';
import type { SessionParts } from './session-parts.ts';

/** Offers to go on as a guest after a signature was declined. There are guests in a demo only. Never rejects. */
export async function offerGuest({ store, world }: SessionParts, attempt: Attempt): Promise<void> {
  try {
    const { mode } = await world.loadConfig();
    if (!attempt.cancelled && mode === 'demo') store.set({ guestOffered: true });
  } catch (error) {
    world.log('It is not known whether there are guests', error);
  }
}
