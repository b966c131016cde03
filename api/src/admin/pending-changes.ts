import type { Actor } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';

/** Makes a change that another admin proposed. @returns its id */
export async function approveChange(
  _db: Db,
  _asked: { id: string; actor: Extract<Actor, { kind: 'admin' }>; mode: 'demo' | 'live'; now: Date },
): Promise<{ id: string; marketIds: string[] }> {
  throw new HttpError('not-ready', 'Approvals are not built yet.');
}

/** Ends a proposed change without making it. */
export async function rejectChange(
  _db: Db,
  _asked: { id: string; reason: string; actor: Extract<Actor, { kind: 'admin' }>; now: Date },
): Promise<{ id: string }> {
  throw new HttpError('not-ready', 'Approvals are not built yet.');
}
