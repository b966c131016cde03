import type { WireSettings } from '@tallystone/core/http-api/admin';
import type { WireAdminMarket, WireBulkResult } from '@tallystone/core/http-api/admin-markets';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireRehearsal, WireResolution, WireResultsQueue } from '@tallystone/core/http-api/settlement';
import { FIRST_DELAYS } from '@tallystone/core/in-play/delay';
import { bulkMessage } from '@tallystone/core/markets/bulk-message';
import type { Reason } from '@tallystone/core/sentences/all';
import { IMPORT_ALL } from '@tallystone/core/settings/import-settings';
import { everyGroupCap } from '@tallystone/core/settings/market-caps';
import { aRehearsal, aResolution, aVoidRehearsal, SELF } from './a-resolution.ts';

const DAY_MS = 86_400_000;
const NOW = '2026-11-21T10:30:00.000Z';

/** A market for tests: open, custom, without bets, ending in a day. */
export function anAdminMarket(given: Partial<WireAdminMarket> & { id: string }): WireAdminMarket {
  return {
    title: `Market ${given.id}`,
    category: 'sports',
    subcategory: 'soccer',
    source: 'custom',
    state: 'open',
    archived: false,
    outcomes: [
      { id: 'yes', name: 'Yes' },
      { id: 'no', name: 'No' },
    ],
    createdAt: '2026-11-20T10:00:00.000Z',
    endsAt: new Date(Date.now() + DAY_MS).toISOString(),
    bets: 0,
    stakes: 0,
    exposure: 0,
    worstCase: 0,
    lossBudget: 1000,
    ...given,
  };
}

const SETTINGS: WireSettings = {
  autoImport: false,
  futuresTrading: false,
  ...IMPORT_ALL,
  realTimePrices: true,
  inPlay: true,
  ...FIRST_DELAYS,
  gameCapInPlay: 10_000,
  liquidityBudget: 2500,
  marketCap: 2500,
  ...everyGroupCap(500),
  comboBudget: 50_000,
  gameCap: 5000,
  stakeCapLevel0: 100,
  stakeCapLevel1: 1000,
  stakeCapLevel2: 5000,
};

export type Refusal = {
  status: number;
  code: string;
  error: string;
  reason?: Reason;
  fields?: Record<string, string>;
  rehearsal?: WireRehearsal;
};

/**
 * A small server for dashboard tests: it stores and changes markets, and refuses on request. Markets with bets are
 * never deleted, and archived only once they have ended. All rehearsals return the same one, and actions on results
 * change its queue; a proposal waits for approval in live mode and is paid in a demo.
 */
export function createAdminMockServer({
  markets: start = [],
  results: startResults = {},
  mode = 'demo',
  practiceAdmin,
}: {
  markets?: WireAdminMarket[];
  results?: Partial<WireResultsQueue>;
  mode?: WireConfig['mode'];
  practiceAdmin?: string;
} = {}) {
  let markets = [...start];
  let results: WireResultsQueue = { waiting: [], resolutions: [], changes: [], ...startResults };
  let rehearsal: WireRehearsal | null = null;
  const requests: { method: string; path: string; body: Record<string, unknown> }[] = [];
  const refusals = new Map<string, Refusal>();

  function bulk({ ids, action }: { ids: string[]; action: string }): WireBulkResult {
    const done: string[] = [];
    const skipped: WireBulkResult['skipped'] = [];
    for (const market of markets.filter(({ id }) => ids.includes(id))) {
      const hasEnded = market.state === 'settled' || market.state === 'void';
      if (market.bets > 0 && (action === 'delete' || (action === 'archive' && !hasEnded))) {
        skipped.push({ id: market.id, title: market.title, reason: 'It has bets.' });
      } else done.push(market.id);
    }
    markets = markets
      .filter(({ id }) => action !== 'delete' || !done.includes(id))
      .map((market) => (done.includes(market.id) ? changed(market, action) : market));
    return {
      done,
      skipped,
      // The tests send only valid actions.
      message: bulkMessage(action as 'enable', { done: done.length, skipped: skipped.length }),
    };
  }

  /** Acts on a market or its resolution; null for any other path. */
  function actOnResult(path: string, body: Record<string, unknown>): unknown {
    const [, marketId, act] =
      /^\/api\/admin\/markets\/([^/]+)\/(resolve|void|approve|undo)$/.exec(path) ?? [];
    if (marketId === undefined || act === undefined) return null;
    const known = results.resolutions.find((each) => each.marketId === marketId);
    if (act === 'approve' || act === 'undo') {
      const after = { ...(known ?? aResolution()), stage: act === 'undo' ? 'undone' : 'window' } as const;
      results = {
        ...results,
        resolutions: results.resolutions.map((each) => (each === known ? after : each)),
      };
      return after;
    }
    const title = markets.find(({ id }) => id === marketId)?.title ?? 'Alpha';
    const seen = rehearsal ?? (act === 'void' ? aVoidRehearsal : aRehearsal)({ marketId, title });
    if (body.dryRun === true) return { rehearsal: seen };
    const resolution: WireResolution = aResolution({
      marketId,
      title,
      outcomeId: seen.outcomeId,
      alsoWonIds: seen.alsoWonIds,
      outcomeName: seen.outcomeName,
      evidence: String(body.evidence ?? body.reason),
      proposedBy: SELF,
      ...(mode === 'live'
        ? { stage: 'approval' }
        : { stage: 'window', approvedBy: SELF, approvedAt: NOW, paysFrom: NOW }),
      rehearsal: seen,
    });
    results = {
      ...results,
      waiting: results.waiting.filter(({ id }) => id !== marketId),
      resolutions: [resolution, ...results.resolutions],
    };
    return { rehearsal: seen, resolution };
  }

  /** Ends a change that is approved or rejected. */
  function endChange(path: string): unknown {
    const [, changeId] = /^\/api\/admin\/changes\/([^/]+)\/(?:approve|reject)$/.exec(path) ?? [];
    if (changeId === undefined) return null;
    results = { ...results, changes: results.changes.filter(({ id }) => id !== changeId) };
    return { id: changeId };
  }

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const path = new URL(String(input), 'http://localhost').pathname;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    requests.push({ method: init.method ?? 'GET', path, body });
    const refusal = refusals.get(path);
    if (refusal) {
      const { status, ...answer } = refusal;
      return Response.json({ ...answer, requestId: 'req-1' }, { status });
    }
    const acted = actOnResult(path, body) ?? endChange(path);
    if (acted !== null) return Response.json(acted);
    switch (path) {
      case '/api/auth/nonce':
        return Response.json({
          nonce: 'nonce1',
          message: 'tallystone.example wants you to sign in',
          domain: 'tallystone.example',
          issuedAt: NOW,
          expiresAt: '2026-11-21T10:35:00.000Z',
        });
      case '/api/admin/results':
        return Response.json(results);
      case '/api/admin/markets':
        return Response.json(markets);
      case '/api/admin/markets/bulk':
        return Response.json(bulk(body));
      case '/api/admin/settings':
        return Response.json(SETTINGS);
      case '/api/admin/create-market':
        // In live mode, unequal probabilities need a second admin.
        return Response.json(
          mode === 'live' && body.probabilities ? { waits: { changeId: 'c_new' } } : { id: 'm_new' },
        );
      case '/api/admin/import-csv':
        return Response.json({
          imported: 2,
          rejected: [{ row: 3, column: 'title', reason: 'An open market already has this title.' }],
          message: '2 markets created, 1 row left out.',
        });
      case '/api/markets':
        return Response.json([]);
      case '/api/config':
        return Response.json({
          mode,
          practiceWallets: false,
          ...(practiceAdmin !== undefined && { practiceAdmin }),
          solanaRpcUrl: '/rpc',
          feed: 'demo-feed',
        });
      default:
        return Response.json({ error: 'Nothing.', code: 'not-found', requestId: 'r' }, { status: 404 });
    }
  }

  return {
    fetch,
    requests,
    bodiesTo: (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body),
    timesAsked: (path: string) => requests.filter((request) => request.path === path).length,
    refuse: (path: string, refusal: Refusal) => refusals.set(path, refusal),
    recover: (path: string) => refusals.delete(path),
    /** Sets every rehearsal's result from now on. */
    rehearse: (next: WireRehearsal) => {
      rehearsal = next;
    },
    setResults: (next: Partial<WireResultsQueue>) => {
      results = { ...results, ...next };
    },
  };
}

function changed({ suspension: _, ...market }: WireAdminMarket, action: string): WireAdminMarket {
  switch (action) {
    case 'disable':
      return { ...market, state: 'suspended', suspension: 'admin' };
    case 'enable':
      return { ...market, state: 'open' };
    case 'close':
      return { ...market, state: 'closed' };
    default:
      return { ...market, archived: action === 'archive' };
  }
}
