import type { WireLimits, WireProfit, WireStatementRow } from '@tallystone/core/http-api/account';
import type { WireBet, WireCashOutQuote, WireSelling } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireProfile, WireSession } from '@tallystone/core/http-api/identity';
import type { WireEvidence, WireReceipt } from '@tallystone/core/http-api/receipts';
import { say } from '@tallystone/core/sentences/say';
import { theLimits } from './a-bet.ts';
import { createMockServer } from './server.ts';

/** How `POST /api/bets/:id/cash-out` behaves: pays, loses its responses, is unreachable, or refuses. */
type Mood = 'paying' | 'losing-answers' | 'unreachable' | { status: number; body: Record<string, unknown> };

/**
 * A small server for account tests: bets that can be cashed out once, a paged statement, adjustable limits, and
 * receipts. It doesn't verify signatures.
 */
export function createMockAccount(
  given: {
    bets?: WireBet[];
    combos?: WireCombo[];
    profile?: Partial<WireProfile>;
    limits?: Partial<WireLimits>;
    statement?: WireStatementRow[];
    profit?: WireProfit;
    sessions?: WireSession[];
    receipts?: Record<string, WireReceipt>;
    /** What proves a combo; without it, its receipt isn't sealed yet. */
    evidence?: Record<string, WireEvidence>;
    /** Each bet's or combo's cash-out value, USDC. */
    offers?: Record<string, number>;
    /** Bets and combos on running games: how many seconds the cash-out of each waits, until `decideSale` is called. */
    delays?: Record<string, number>;
    config?: Partial<WireConfig>;
  } = {},
) {
  const server = createMockServer(given.config && { config: given.config });
  const bets = given.bets ?? [];
  const combos = given.combos ?? [];
  const statement = given.statement ?? [];
  const offers = new Map(Object.entries(given.offers ?? {}));
  const receipts = new Map(Object.entries(given.receipts ?? {}));
  const refusals = new Map<string, Partial<WireCashOutQuote>>();
  const paid = new Map<string, { text: string; answer: Record<string, unknown> }>();
  const failing = new Set<string>();
  const asked: string[] = [];
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  let limits = theLimits(given.limits);
  let sessions = given.sessions ?? [];
  let mood: Mood = 'paying';
  let hold: Promise<void> | null = null;

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const token = new Headers(init.headers).get('Authorization');
    const own = /^\/api\/(user|bets|combos|receipts)\b/.test(url.pathname);
    if (!own || token === null) return server.fetch(input, init);
    const answer = await server.fetch('/api/user/profile', { headers: { Authorization: token } });
    if (!answer.ok) return answer;
    asked.push(url.pathname + url.search);
    if (failing.has(url.pathname)) return json(503, refusal('too-busy', 'Busy.', 'req-9'));
    const user = await answer.json();
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    if (method !== 'GET') sent.push({ path: url.pathname, body });
    const before = url.searchParams.get('before');
    const [, , kind, id = ''] = url.pathname.split('/');
    switch (`${method} ${url.pathname}`) {
      case 'GET /api/user/profile':
        return json(200, {
          ...user,
          stats: {
            totalBets: bets.length,
            activeBets: 1,
            totalWagered: 1234.5,
            endedBets: 0,
            profit: 0,
            openStakes: 25,
          },
          ...given.profile,
        });
      case 'GET /api/user/bets': {
        const from = before === null ? 0 : bets.findIndex((bet) => bet.id === before) + 1;
        return json(200, bets.slice(from, from + 500));
      }
      case 'GET /api/user/positions':
        return json(
          200,
          bets.filter(
            ({ status, result }) => result === undefined && (status === 'pending' || status === 'confirmed'),
          ),
        );
      case 'GET /api/user/combos': {
        const from = before === null ? 0 : combos.findIndex((combo) => combo.id === before) + 1;
        return json(200, combos.slice(from, from + 100));
      }
      case 'GET /api/user/limits':
        return json(200, limits);
      case 'GET /api/user/statement':
        return json(200, statement.filter((row) => before === null || row.id < Number(before)).slice(0, 100));
      case 'GET /api/user/sessions':
        return json(200, sessions);
      case 'POST /api/user/sessions/sign-out': {
        const ended = sessions.length;
        sessions = [];
        return json(200, { ended });
      }
      case 'GET /api/user/profit':
        return json(200, given.profit);
      case 'PUT /api/user/limits':
        return changeCap(body.ownCap);
      case 'POST /api/user/break':
        limits = { ...limits, blocked: { kind: 'break', until: '2098-01-01T00:00:00.000Z' } };
        return json(200, limits);
    }
    if (method === 'POST' && kind === 'user' && id === 'sessions') {
      const [, , , , ended = ''] = url.pathname.split('/');
      sessions = sessions.filter((session) => session.id !== ended);
      return json(200, { ok: true });
    }
    const [, , , , what, cancels] = url.pathname.split('/');
    if (kind === 'bets' && what === 'automatic-cash-out')
      return cancels === undefined ? setAutomatic(id, body) : cancelAutomatic(id, user);
    if (kind === 'combos' && what === 'receipt')
      return json(200, {
        combo: combos.find((combo) => combo.id === id),
        ...(given.evidence?.[id] ?? { entries: [], proofs: [], sealed: false }),
      });
    if (kind === 'bets' || kind === 'combos')
      return method === 'GET' ? json(200, quoteOf(id, stakeIn(url))) : sell(id, body);
    const receipt = receipts.get(id);
    return kind === 'receipts' && receipt
      ? json(200, receipt)
      : json(404, refusal('not-found', 'Nothing here.'));
  }

  function changeCap(ownCap: number | null): Response {
    if (ownCap !== null && ownCap > 1_000_000) {
      return json(400, refusal('invalid-request', 'A daily cap is at most 1,000,000.00 USDC.'));
    }
    const raises = limits.ownCap !== null && (ownCap === null || ownCap > limits.ownCap);
    const { nextCap: _, ...now } = limits;
    limits = raises
      ? { ...now, nextCap: { cap: ownCap, from: '2098-01-01T00:00:00.000Z' } }
      : { ...now, ownCap, dailyStakeCap: Math.min(ownCap ?? now.givenCap, now.givenCap) };
    return json(200, limits);
  }

  function quoteOf(betId: string, part: number | null): WireCashOutQuote {
    const bet = bets.find(({ id }) => id === betId);
    const openStake = bet === undefined ? 0 : openOf(bet);
    const amount = refusals.has(betId) ? null : offerOf(betId, part ?? openStake);
    const delay = given.delays?.[betId];
    return {
      ...{ betId, openStake, amount, version: 1 },
      ...(delay !== undefined && { delay }),
      ...refusals.get(betId),
    };
  }

  /** The cash-out value of this stake of a bet: its share of what is open, in whole cents. */
  function offerOf(betId: string, stake: number): number | null {
    const bet = bets.find(({ id }) => id === betId);
    const offer = offers.get(betId) ?? null;
    if (bet === undefined || offer === null || stake === openOf(bet)) return offer;
    return Math.floor(Math.round((offer * stake * 1_000_000) / openOf(bet)) / 10_000) / 100;
  }

  async function sell(betId: string, body: SentSale): Promise<Response> {
    if (hold) await hold;
    if (mood === 'unreachable') throw new TypeError('Failed to fetch');
    const text = JSON.stringify(body);
    const key = body.part === undefined ? betId : `${betId}:${body.part.of}`;
    const before = paid.get(key);
    if (before) {
      return before.text === text
        ? json(200, before.answer)
        : json(409, refusal('bet-ended', 'The bet has ended.'));
    }
    if (typeof mood === 'object') return json(mood.status, mood.body);
    const combo = combos.find(({ id }) => id === betId);
    const bet = bets.find(({ id }) => id === betId) ?? combo;
    if (bet === undefined) return json(404, refusal('not-found', 'There is no such bet.'));
    const problem =
      combo === undefined && body.part !== undefined ? problemOf(bet as WireBet, body.part) : null; // it is no combo
    if (problem !== null) return problem;
    const stake = body.part?.stake ?? openOf(bet);
    const offer = offerOf(betId, stake) ?? 0;
    if (body.amount > offer) {
      return json(409, { ...refusal('odds-changed', 'The market gives less now.'), cashOut: offer });
    }
    const sale = { amount: body.amount, stake, profit: cents(body.amount - stake) };
    if (given.delays?.[betId] !== undefined) return takeSale(bet, sale, body.part !== undefined);
    const answer = { betId, ...sale, endedAt: '2026-11-21T10:00:00.000Z' };
    paid.set(key, { text, answer });
    if (combo !== undefined) combos[combos.indexOf(combo)] = endedWith(combo, endOf(combo, sale.amount));
    else if (body.part === undefined) change(betId, (open) => endedWith(open, endOf(open, sale.amount)));
    else change(betId, (open) => withoutPart(open, sale));
    if (mood === 'losing-answers') throw new TypeError('Failed to fetch');
    return json(200, answer);
  }

  /** Why a part isn't sold. */
  function problemOf(bet: WireBet, { stake, of }: NonNullable<SentSale['part']>): Response | null {
    const why = of !== openOf(bet) ? 'changed' : bet.automatic !== undefined ? 'automatic' : null;
    if (why !== null) {
      const { sentence, reason } = say(`cash-out-${why}`);
      return json(409, { ...refusal('cash-out-unavailable', sentence), reason });
    }
    const least = 1;
    const wrong = stake < least ? 'too-small' : of - stake < least ? 'too-large' : null;
    if (wrong === null) return null;
    const { sentence, reason } = say(`cash-out-part-${wrong}`, { least });
    return json(400, { ...refusal('invalid-request', sentence), reason });
  }

  /** Takes a sold part off a bet, and off what the market gives for the rest. */
  function withoutPart(bet: WireBet, { stake, amount }: { stake: number; amount: number }): WireBet {
    const left = offerOf(bet.id, openOf(bet) - stake);
    if (left !== null) offers.set(bet.id, left);
    const { sold = { stake: 0, totalReturn: 0, paid: 0 }, selling: _, ...rest } = bet;
    return {
      ...rest,
      ...(rest.cashOut !== undefined && left !== null && { cashOut: left }),
      sold: {
        stake: cents(sold.stake + stake),
        totalReturn: Math.round((sold.totalReturn + (bet.totalReturn * stake) / bet.amount) * 1e6) / 1e6,
        paid: cents(sold.paid + amount),
      },
    };
  }

  /** Lets the cash-out of a bet or combo on running games wait. The same amount again gets the first answer. */
  function takeSale(
    bet: WireBet | WireCombo,
    { amount, stake, profit }: { amount: number; stake: number; profit: number },
    isPart: boolean,
  ): Response {
    const before = bet.selling?.failure === undefined ? bet.selling : undefined;
    if (before !== undefined && before.amount !== amount) {
      const { sentence, reason } = say('cash-out-waiting');
      return json(409, { ...refusal('cash-out-unavailable', sentence), reason });
    }
    const seconds = given.delays?.[bet.id] ?? 0;
    const decidesAt = before?.decidesAt ?? new Date(Date.now() + seconds * 1000).toISOString();
    update(bet.id, { selling: { amount, ...(isPart && { stake }), decidesAt } });
    return json(200, { betId: bet.id, amount, stake, profit, decidesAt });
  }

  /** Changes a bet or a combo. */
  function update(id: string, changed: Partial<WireBet>): void {
    for (const list of [bets, combos]) {
      const place = list.findIndex((each) => each.id === id);
      if (place !== -1) Object.assign(list, { [place]: { ...list[place], ...changed } });
    }
  }

  const change = (betId: string, next: (bet: WireBet) => WireBet): boolean => {
    const place = bets.findIndex(({ id, result }) => id === betId && result === undefined);
    const bet = bets[place];
    if (bet !== undefined) bets[place] = next(bet);
    return bet !== undefined;
  };

  async function setAutomatic(betId: string, { amount }: { amount: number }): Promise<Response> {
    if (hold) await hold;
    if (mood === 'unreachable') throw new TypeError('Failed to fetch');
    if (typeof mood === 'object') return json(mood.status, mood.body);
    const placedAt = new Date().toISOString();
    if (!change(betId, (bet) => ({ ...bet, automatic: { amount, placedAt } }))) {
      const { sentence, reason } = say('cash-out-bet-ended');
      return json(409, { ...refusal('cash-out-unavailable', sentence), reason });
    }
    if (mood === 'losing-answers') throw new TypeError('Failed to fetch');
    return json(200, { betId, amount, placedAt });
  }

  async function cancelAutomatic(betId: string, { verified }: { verified: boolean }): Promise<Response> {
    if (hold) await hold;
    if (!verified) {
      const { sentence, reason } = say('sign-with-wallet');
      return json(403, { ...refusal('forbidden', sentence), reason });
    }
    if (typeof mood === 'object') return json(mood.status, mood.body);
    change(betId, ({ automatic: _, ...bet }) => bet);
    return json(200, { betId });
  }

  return {
    ...server,
    fetch,
    /** Begins the delay of a bet's automatic cash-out, whose amount is reached. */
    reach: (betId: string, decidesAt: string) =>
      change(betId, (bet) => ({ ...bet, selling: { amount: bet.automatic?.amount ?? 0, decidesAt } })),
    /** Ends that delay without paying: it waits for its amount again. */
    waitAgain: (betId: string) => change(betId, ({ selling: _, ...bet }) => bet),
    /** Pays a bet because of its automatic cash-out. */
    sellAutomatically: (betId: string, amount: number) =>
      change(betId, ({ selling: _, ...bet }) => endedWith(bet, endOf(bet, amount, new Date().toISOString()))),
    /** Sells a part, as another tab of the bettor does. USDC */
    sellPart: (betId: string, part: { stake: number; amount: number }) =>
      change(betId, (bet) => withoutPart(bet, part)),
    /** Ends the delay of a cash-out: it is paid, or fails. */
    decideSale: (betId: string, failure?: NonNullable<WireSelling['failure']>) => {
      const bet = [...bets, ...combos].find(({ id }) => id === betId);
      if (bet?.selling === undefined) throw new Error(`no cash-out of ${betId} waits`);
      const { selling } = bet;
      const { stake = openOf(bet) } = selling;
      // All that the market gives then.
      const amount = offerOf(betId, stake) ?? selling.amount;
      if (failure !== undefined) update(betId, { selling: { ...selling, failure } });
      else if (selling.stake !== undefined) change(betId, (open) => withoutPart(open, { stake, amount }));
      else
        update(betId, {
          ...endOf(bet, amount, new Date().toISOString()),
          ...{ cashOut: undefined, selling: undefined },
        });
    },
    /** Paths requested with a session, in order. */
    asked,
    /** Simulates the end of a combo, or of one of its selections. */
    changeCombo: (id: string, change: Partial<WireCombo>) => {
      const place = combos.findIndex((combo) => combo.id === id);
      const combo = combos[place];
      if (combo !== undefined) combos[place] = { ...combo, ...change };
    },
    /** All requests except reads. */
    sent,
    /** How many bets and parts were cashed out. */
    paid: () => paid.size,
    offer: (betId: string, amount: number) => {
      refusals.delete(betId);
      offers.set(betId, amount);
    },
    refuse: (betId: string, why: Partial<WireCashOutQuote>) => refusals.set(betId, why),
    seal: (receipt: WireReceipt) => receipts.set(receipt.bet.id, receipt),
    behave: (next: Mood) => {
      mood = next;
    },
    /** Delays responses to cash-outs until the returned function is called. */
    holdAnswers: () => {
      let release = () => {};
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        hold = null;
        release();
      };
    },
    cutOff: (path: string) => failing.add(path),
    reconnect: (path: string) => failing.delete(path),
  };
}

interface SentSale {
  amount: number;
  part?: { stake: number; of: number };
  signature: string;
}

function stakeIn(url: URL): number | null {
  const stake = url.searchParams.get('stake');
  return stake === null ? null : Number(stake);
}

const cents = (amount: number) => Math.round(amount * 100) / 100;

const openOf = ({ amount, sold }: { amount: number; sold?: WireBet['sold'] }) =>
  cents(amount - (sold?.stake ?? 0));

/** The end of a bet or combo whose rest is cashed out. */
const endOf = (
  { amount, sold }: { amount: number; sold?: WireBet['sold'] },
  paidNow: number,
  endedAt = '2026-11-21T10:00:00.000Z',
) => {
  const paid = cents((sold?.paid ?? 0) + paidNow);
  return {
    status: 'settled' as const,
    result: 'cashed-out' as const,
    paid,
    profit: cents(paid - amount),
    endedAt,
  };
};

function endedWith<T extends { cashOut?: number | undefined }, E>(placed: T, end: E): Omit<T, 'cashOut'> & E {
  const { cashOut: _, ...rest } = placed;
  return { ...rest, ...end };
}

function refusal(code: string, error: string, requestId = 'req-1') {
  return { error, code, requestId };
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}
