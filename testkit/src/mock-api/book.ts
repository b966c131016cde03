import { betReference } from '@tallystone/core/betting/bet-reference';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { PlacedBet, WireBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { Reason } from '@tallystone/core/sentences/all';
import { listedOf } from './listed-of.ts';
import { createMockServer } from './server.ts';

/** A live quote's bet id and deadline. */
const LIVE_BET_ID = 'b_abcdefghijklmnopqrst';
export const DEADLINE = 4_070_908_800;

/** The chain of live bets in tests. */
export const LIVE: NonNullable<WireConfig['live']> = {
  chainId: 137,
  chainName: 'Polygon',
  explorer: 'https://polygonscan.com',
  escrow: '0x2e234dae75c793f67a35089c9d99245e1c58470b',
  usdc: { address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', name: 'USD Coin', version: '2' },
  rpcUrl: null,
};

/** How `POST /api/bets` behaves: accepts bets, loses its responses, is unreachable, or refuses. */
type Mood = 'taking' | 'losing-answers' | 'unreachable' | Refusal;

interface Refusal {
  status: number;
  code: string;
  error: string;
  reason?: Reason;
}

/**
 * A small server for betting tests: one market with adjustable odds, and a book that accepts each key once. A stake
 * moves its own odds by a cent for every full 12 USDC, except on feed markets. In live mode it quotes ids for bets
 * and accepts them as pending. On a market in play a bet waits for its delay, until `decide` is called.
 */
export function createMockBook({
  limits: startLimits = {},
  market: startMarket = {},
  config = {},
  takesLower = false,
}: {
  limits?: Partial<WireLimits>;
  market?: Partial<WireMarket>;
  config?: Partial<WireConfig>;
  /** The signed odds are a minimum: quotes suggest 0.05 below the odds, and bets are filled at the current odds. */
  takesLower?: boolean;
} = {}) {
  const server = createMockServer({ config });
  const isLive = config.live !== undefined;
  let market: WireMarket = { ...aMarket(), ...startMarket };
  const limits: WireLimits = {
    dailyStakeCap: 100,
    usedToday: 38,
    capLeft: 62,
    resetsAt: '2099-01-02T00:00:00.000Z',
    balance: 1000,
    givenCap: 100,
    ownCap: null,
    ...startLimits,
  };
  const bets: WireBet[] = [];
  const answers = new Map<string, PlacedBet>();
  const sent: { key: string; body: Record<string, unknown> }[] = [];
  const failing = new Set<string>();
  let mood: Mood = 'taking';
  let below = 0.05;
  let maxStake = 900;
  let quoteRefusal: Refusal | null = null;
  let quotedUntil = '2098-12-31T23:59:00.000Z';
  let quoteHold: Promise<void> | null = null;
  let hold: { sent?: Promise<void>; stored?: Promise<void> } | null = null;
  let quotes = 0;
  let lists = 0;
  let listed = true;

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    init.signal?.throwIfAborted();
    if (failing.has(url.pathname)) throw new TypeError('Failed to fetch');
    switch (url.pathname) {
      case '/api/markets':
        lists += 1;
        return json(200, listed ? [listedOf(market)] : []);
      case `/api/markets/${market.id}`:
        return json(200, market);
      case `/api/markets/${market.id}/quote`: {
        if (quoteHold) await quoteHold;
        if (quoteRefusal) return json(quoteRefusal.status, { ...quoteRefusal, requestId: 'req-1' });
        const stake = Number(url.searchParams.get('amount'));
        if (stake > maxStake) return json(409, { ...refusal('stake-too-large', 'Too large.'), maxStake });
        return json(200, quoteFor(stake, await isSignedIn(init)));
      }
    }
    const call = `${init.method} ${url.pathname}`;
    const forUsers = call === 'POST /api/bets' || url.pathname.startsWith('/api/user/');
    if (forUsers && !(await isSignedIn(init))) return json(401, refusal('unauthenticated', 'Sign in first.'));
    switch (call) {
      case 'GET /api/user/limits':
        return json(200, limits);
      case 'GET /api/user/bets':
        return json(200, bets);
      case 'GET /api/user/positions':
        return json(
          200,
          bets.filter(({ status }) => status === 'pending' || status === 'confirmed'),
        );
      case 'GET /api/user/combos':
        return json(200, []);
      case 'POST /api/bets': {
        const answer = await takeBet(init);
        await hold?.stored;
        return answer;
      }
      default:
        return server.fetch(input, init);
    }
  }

  async function takeBet(init: RequestInit): Promise<Response> {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
    const body = JSON.parse(String(init.body));
    sent.push({ key, body });
    await hold?.sent;
    if (mood === 'unreachable') throw new TypeError('Failed to fetch');
    if (typeof mood === 'object') return json(mood.status, refusal(mood.code, mood.error));
    const before = answers.get(key);
    if (before) return json(200, before);
    const fresh = quoteFor(body.amount, true);
    if (takesLower ? fresh.odds < body.odds : fresh.odds !== body.odds) {
      return json(409, {
        ...refusal('odds-changed', 'The odds changed before the bet arrived.'),
        quote: fresh,
      });
    }
    const waits = market.inPlay !== undefined && !isLive;
    const bet: PlacedBet = {
      id: `b_${answers.size + 1}`,
      marketId: body.marketId,
      outcomeId: body.outcomeId,
      amount: body.amount,
      odds: fresh.odds,
      ...(takesLower && { minOdds: body.odds }),
      potentialWin: fresh.potentialWin,
      totalReturn: fresh.totalReturn,
      status: isLive || waits ? 'pending' : 'confirmed',
      ...(waits && inPlayTerms(body, market.inPlay?.delay ?? 0)),
      placedAt: waits ? new Date().toISOString() : '2026-11-21T10:00:00.000Z',
      reference: isLive || waits ? betReference('evm', String(body.signature)) : 'made by the server',
      ...(isLive && { chain: { state: 'waiting' } }),
    };
    answers.set(key, bet);
    bets.unshift({
      ...bet,
      market: { title: market.title, category: market.category, state: market.state },
      outcomeName: 'Harbour City',
    });
    if (mood === 'losing-answers') throw new TypeError('Failed to fetch');
    return json(200, bet);
  }

  function quoteFor(stake: number, signedIn: boolean): WireQuote {
    const card = market.outcomes[0]?.odds ?? 0;
    const moved = market.source === 'azuro' ? 0 : Math.floor(stake / 12);
    const odds = (Math.round(card * 100) - moved) / 100;
    return {
      marketId: market.id,
      outcomeId: 'o_home',
      amount: stake,
      odds,
      ...(takesLower && { minOdds: Math.round((odds - below) * 100) / 100 }),
      potentialWin: Math.round(stake * (odds - 1) * 100) / 100,
      totalReturn: Math.round(stake * odds * 100) / 100,
      maxStake,
      version: market.version,
      ...(signedIn && { quoteId: `quote-${++quotes}`, capLeft: limits.capLeft }),
      ...(signedIn && isLive && { expiresAt: quotedUntil, live: { betId: LIVE_BET_ID, deadline: DEADLINE } }),
    };
  }

  async function isSignedIn(init: RequestInit): Promise<boolean> {
    const token = new Headers(init.headers).get('Authorization');
    if (token === null) return false;
    return (await server.fetch('/api/user/profile', { headers: { Authorization: token } })).ok;
  }

  return {
    ...server,
    fetch,
    market: () => market,
    /** How often the list was fetched. */
    lists: () => lists,
    /** Every bet request, including those without a response. */
    sent,
    /** Bets in the book. */
    bets,
    /** Simulates other bets: changes the card odds, the market's version, and a feed market's terms. */
    moveOdds: (odds: number, terms: { margin?: number; maxStake?: number; version?: number } = {}) => {
      const outcomes = market.outcomes.map((outcome) =>
        outcome.id === 'o_home' ? { ...outcome, odds } : outcome,
      );
      market = { ...market, version: terms.version ?? market.version + 1, outcomes };
      if (terms.margin !== undefined) market.margin = terms.margin;
      maxStake = terms.maxStake ?? maxStake;
    },
    /** Sets how far below the current odds quotes suggest. */
    suggestLower: (by: number) => {
      below = by;
    },
    /** Simulates the market's end: it leaves the list. */
    end: (end: Partial<WireMarket>) => {
      market = { ...market, version: market.version + 1, ...end };
      listed = false;
    },
    /** Simulates a bet in another tab: the day's stakes and the funds change. */
    stakeElsewhere: (stake: number) => {
      limits.usedToday += stake;
      limits.capLeft -= stake;
      limits.balance -= stake;
    },
    behave: (next: Mood) => {
      mood = next;
    },
    /** Sets when quotes expire. */
    quoteUntil: (moment: Date) => {
      quotedUntil = moment.toISOString();
    },
    /** Ends the delay of the latest bet in play: it is filled at the odds of now, or fails. */
    decide: (failure?: NonNullable<WireBet['failure']>) => {
      const [latest] = bets;
      if (latest?.decidesAt === undefined) throw new Error('the latest bet waits for no delay');
      const { decidesAt: _, ...bet } = latest;
      const { odds, potentialWin, totalReturn } = quoteFor(bet.amount, true);
      bets[0] =
        failure === undefined
          ? { ...bet, odds, potentialWin, totalReturn, status: 'confirmed' }
          : { ...bet, status: 'failed', failure };
    },
    /** Simulates progress of the chain: changes the latest bet. */
    follow: (change: (bet: WireBet) => WireBet) => {
      const [latest] = bets;
      if (latest !== undefined) bets[0] = change(latest);
    },
    /** Delays responses to bets until the returned function is called; they are in the book meanwhile only if `once` is `stored`. */
    holdAnswers: (once: 'sent' | 'stored' = 'sent') => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      hold = { [once]: held };
      return () => {
        hold = null;
        release();
      };
    },
    /** Refuses quotes as a stopped market does, until reset with null. */
    refuseQuotes: (next: Refusal | null) => {
      quoteRefusal = next;
    },
    /** Delays quotes until the returned function is called. */
    holdQuotes: () => {
      let release = () => {};
      quoteHold = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        quoteHold = null;
        release();
      };
    },
    cutOff: (path: string) => failing.add(path),
    reconnect: (path: string) => failing.delete(path),
  };
}

function aMarket(): WireMarket {
  return {
    id: 'm_match',
    title: 'Harbour City v Northgate: who wins?',
    description: 'League match, regular time.',
    category: 'sports',
    subcategory: 'soccer FIFA',
    state: 'open',
    version: 7,
    source: 'practice',
    premium: true,
    tags: [],
    endsAt: '2099-01-01T00:00:00.000Z',
    closesAt: '2099-01-01T00:00:00.000Z',
    settlesBy: '2099-01-03T00:00:00.000Z',
    volume: 1200,
    draw: null,
    outcomes: [
      { id: 'o_home', name: 'Harbour City', probability: 54.2, odds: 1.85, maxAtOdds: 11.99 },
      { id: 'o_away', name: 'Northgate', probability: 45.8, odds: 2.17, maxAtOdds: 11.99 },
    ],
  };
}

/** What differs of a bet in play until it is decided: it has the signed odds and the end of its delay. */
function inPlayTerms({ amount, odds }: { amount: number; odds: number }, delay: number) {
  const cents = (sum: number) => Math.round(sum * 100) / 100;
  return {
    odds,
    potentialWin: cents(amount * (odds - 1)),
    totalReturn: cents(amount * odds),
    decidesAt: new Date(Date.now() + delay * 1000).toISOString(),
  };
}

function refusal(code: string, error: string) {
  return { error, code, requestId: 'req-1' };
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}
