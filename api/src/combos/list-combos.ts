import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { Db } from '../db/db.ts';
import type { Position } from '../realtime/position.ts';
import { getOwnCombo, selectChangedCombosOf, selectCombosOf } from './combo-store.ts';
import { wireCombos } from './wire-combos.ts';

const MOST_LISTED = 100;

interface Query {
  userId: string;
  family: WalletFamily;
}

/** The combos of a user, newest first. `before` is the id of the last one seen, to list older ones. */
export async function listCombos(
  db: Db,
  { userId, family, before }: Query & { before: string | null },
): Promise<WireCombo[]> {
  return wireCombos(db, await selectCombosOf(db, { userId, before, limit: MOST_LISTED }), family);
}

/** One combo of a user; null if the user has no such combo. */
export async function findCombo(
  db: Db,
  { userId, family, comboId }: Query & { comboId: string },
): Promise<WireCombo | null> {
  const combo = await getOwnCombo(db, { comboId, userId });
  const [wire] = await wireCombos(db, combo === null ? [] : [combo], family);
  return wire ?? null;
}

/** The combos of the first page that are new or have ended since a position of the stream. */
export async function listChangedCombos(
  db: Db,
  { userId, family, since }: Query & { since: Position },
): Promise<WireCombo[]> {
  return wireCombos(db, await selectChangedCombosOf(db, { userId, since, limit: MOST_LISTED }), family);
}
