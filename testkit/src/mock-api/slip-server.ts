import type { PlacedBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireCombo, WireComboQuote } from '@tallystone/core/http-api/combos';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { theLimits } from './a-bet.ts';
import { aCombo } from './a-combo.ts';
import { listedOf } from './listed-of.ts';
import { createMockServer } from './server.ts';

/** How `POST /api/combos` behaves: takes combos, loses its responses, or refuses. */
type Mood = 'taking' | 'losing-answers' | { status: number; body: Record<string, unknown> };

/**
 * A small server for tests of the slip: markets with fixed odds, single bets, and combos, each key once. It doesn't
 * verify signatures.
 */
export function createSlipServer(given: { markets: WireMarket[]; config?: Partial<WireConfig> }) {
  const server = createMockServer(given.config && { config: given.config });
  let markets = given.markets;
  let quote: WireComboQuote = { odds: 6, maxStake: 100, capLeft: 62 };
  let mood: Mood = 'taking';
  const refusedBets = new Map<string, { code: string; error: string }>();
  const bets: Record<string, unknown>[] = [];
  const sent: { key: string; body: Record<string, unknown> }[] = [];
  const quoted: unknown[] = [];
  const combos = new Map<string, WireCombo>();

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const method = init.method ?? 'GET';
    const [, , kind, id = '', part] = url.pathname.split('/');
    if (url.pathname === '/api/markets') return json(200, markets.map(listedOf));
    if (kind === 'markets') return ofMarket(id, part, url);
    const token = new Headers(init.headers).get('Authorization');
    const isOwn = kind === 'combos' || kind === 'bets' || (kind === 'user' && id !== 'profile');
    if (!isOwn || token === null) return server.fetch(input, init);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
    switch (`${method} ${url.pathname}`) {
      case 'GET /api/user/limits':
        return json(200, theLimits());
      case 'GET /api/user/bets':
        return json(200, []);
      case 'GET /api/user/combos':
        return json(200, [...combos.values()]);
      case 'POST /api/bets':
        return takeBet(body);
      case 'POST /api/combos/quote':
        quoted.push(body.legs);
        return json(200, quote);
      case 'POST /api/combos':
        sent.push({ key, body });
        return takeCombo(key, body);
      default:
        return server.fetch(input, init);
    }
  }

  function ofMarket(id: string, part: string | undefined, url: URL): Response {
    const market = markets.find((each) => each.id === id);
    if (market === undefined) return json(404, refusal('not-found', 'There is no such market.'));
    if (part !== 'quote') return json(200, market);
    const outcomeId = url.searchParams.get('outcomeId') ?? '';
    const amount = Number(url.searchParams.get('amount'));
    const odds = market.outcomes.find((each) => each.id === outcomeId)?.odds ?? 0;
    const answer: WireQuote = {
      marketId: id,
      outcomeId,
      amount,
      odds,
      minOdds: Math.round((odds - 0.02) * 100) / 100,
      potentialWin: Math.round(amount * (odds - 1) * 100) / 100,
      totalReturn: Math.round(amount * odds * 100) / 100,
      maxStake: 900,
      version: market.version,
    };
    return json(200, answer);
  }

  function takeBet(body: Record<string, string>): Response {
    const refused = refusedBets.get(body.outcomeId ?? '');
    if (refused !== undefined) return json(409, refusal(refused.code, refused.error));
    bets.push(body);
    const amount = Number(body.amount);
    const odds = Number(body.odds);
    const bet: PlacedBet = {
      id: `b_${bets.length}`,
      marketId: body.marketId ?? '',
      outcomeId: body.outcomeId ?? '',
      amount,
      odds,
      potentialWin: amount * (odds - 1),
      totalReturn: amount * odds,
      status: 'confirmed',
      placedAt: '2026-11-21T10:00:00.000Z',
      reference: 'made by the server',
    };
    return json(200, bet);
  }

  function takeCombo(key: string, body: { amount: number; odds: number }): Response {
    if (typeof mood === 'object') return json(mood.status, { requestId: 'req-1', ...mood.body });
    const combo =
      combos.get(key) ?? aCombo({ id: `c_${combos.size + 1}`, amount: body.amount, minOdds: body.odds });
    combos.set(key, combo);
    if (mood === 'losing-answers') throw new TypeError('Failed to fetch');
    return json(200, combo);
  }

  return {
    ...server,
    fetch,
    /** Bets in the book. */
    bets,
    /** Combos in the book, by key. */
    combos,
    /** Every request for a combo, including those without a response. */
    sent,
    /** The selections of each quote. */
    quoted,
    quote: (next: WireComboQuote) => {
      quote = next;
    },
    behave: (next: Mood) => {
      mood = next;
    },
    refuseBet: (outcomeId: string, why: { code: string; error: string }) => refusedBets.set(outcomeId, why),
    /** Changes the markets, as the list has them when it is next read. */
    show: (next: WireMarket[]) => {
      markets = next;
    },
  };
}

function refusal(code: string, error: string) {
  return { error, code, requestId: 'req-1' };
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}
