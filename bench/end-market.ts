import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { WireRehearsal, WireResolution, WireResultsQueue } from '@tallystone/core/http-api/settlement';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { Admin } from './admin.ts';
import { readJson } from './bettor.ts';
import type { LiveServer } from './live-server.ts';
import { until } from './until.ts';

/** What the server says while a market isn't ready for it yet. */
const AGAIN = new Set(['wrong-state', 'rehearsal-changed', 'not-ready']);

/** A market's end: an outcome by its id, or null for a void. */
export async function decideEnd(
  { admins: [proposer, approver] }: Pick<LiveServer, 'admins'>,
  { marketId, outcomeId }: { marketId: string; outcomeId: string | null },
): Promise<WireResolution> {
  const path = `/api/admin/markets/${marketId}/${outcomeId === null ? 'void' : 'resolve'}`;
  const body = outcomeId === null ? { reason: 'Proven' } : { outcomeId, evidence: 'Proven' };
  const made = await patiently(async () => {
    const { rehearsal } = await ask<{ rehearsal: WireRehearsal }>(proposer, path, { ...body, dryRun: true });
    return await ask<{ resolution: WireResolution }>(proposer, path, { ...body, hash: rehearsal.hash });
  });
  const { rehearsal } = made.resolution;
  return patiently(async () => {
    const signed = await approver.sign({ kind: 'approve-result', rehearsal });
    const sent = { hash: rehearsal.hash, signed };
    return ask<WireResolution>(approver, `/api/admin/markets/${marketId}/approve`, sent);
  });
}

/** A guardian objects to an approved result. */
export async function object(guardian: Admin, { id, rehearsal, objections }: WireResolution): Promise<void> {
  const reason = 'It was another one.';
  const signed = await guardian.sign({ kind: 'object', rehearsal, reason, isSecond: objections > 0 });
  await ask(guardian, `/api/guardian/resolutions/${id}/object`, { reason, signed });
}

/** Waits until a market is in the given state. @throws Error if that takes too long */
export async function untilMarket(
  { server }: Pick<LiveServer, 'server'>,
  marketId: string,
  isThere: (market: WireListedMarket) => boolean | Promise<boolean>,
): Promise<WireListedMarket> {
  const connection = new HttpConnection(server.port);
  try {
    return await until(async () => {
      const market = readJson<WireListedMarket>(
        await connection.send(httpRequest({ path: `/api/markets/${marketId}` })),
      );
      return (await isThere(market)) ? market : null;
    }, `market ${marketId}`);
  } finally {
    connection.close();
  }
}

/** Waits until the queue of results is in the given state. */
export function untilQueue(
  { admins: [admin] }: Pick<LiveServer, 'admins'>,
  isThere: (queue: WireResultsQueue) => boolean,
  what: string,
): Promise<WireResultsQueue> {
  return until(async () => {
    const queue = readJson<WireResultsQueue>(await admin.call('GET', '/api/admin/results'));
    return isThere(queue) ? queue : null;
  }, what);
}

class NotYet extends Error {}

async function patiently<T>(act: () => Promise<T>): Promise<T> {
  let said = '';
  return until(async () => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      said = error.message;
      return null;
    }
  }, `what an admin asked for (${said})`);
}

async function ask<T>(admin: Admin, path: string, json: unknown): Promise<T> {
  const answer = await admin.call('POST', path, json);
  if (answer.status === 200) return readJson<T>(answer);
  // The server's error schema promises this.
  const { code, error } = JSON.parse(answer.body.toString()) as WireError;
  throw AGAIN.has(code) ? new NotYet(error) : new Error(`${path}: ${error}`);
}
