import { randomUUID } from 'node:crypto';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import type { WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from './admin.ts';
import { askQuote, type Bettor, readJson, signBet } from './bettor.ts';
import type { BooksChange, BooksSnapshot } from './books-snapshot.ts';
import { type AcknowledgedBet, microOf, openHouseMarket, placeQuotedBet } from './house-market.ts';
import type { Random } from './random.ts';
import { closeBody, signAct } from './sign-act.ts';
import { signInBettor } from './sign-in-bettor.ts';
import { signInWallet } from './sign-in-wallet.ts';

/** The people and the market of a request; the same in every copy of the database in which they were made. */
export interface Cast {
  readonly adminToken: string;
  readonly adminWallet: EvmWallet;
  readonly marketId: string;
  readonly outcomeIds: readonly [string, string];
  /** Some minutes old, none ended; the first bettor has signed in with a signature. */
  readonly bets: readonly AcknowledgedBet[];
}

/** A request that will be interrupted, and its effect on the books: once, no matter who repeats it. */
export interface Ask {
  readonly request: Buffer;
  readonly due: BooksChange;
  /** The expected effect when it was recorded, if more follows automatically. */
  readonly dueAtOnce?: BooksChange;
  /** Only if the request hadn't been recorded: a repeat that is refused, and what the client does instead. */
  readonly refusedAfter?: { readonly status: number; instead?(port: number): Promise<BooksChange> };
  /** The market that is paid afterwards. */
  readonly pays?: string;
  /** What all answers to the request must have in common. */
  essence(answer: Answer): string;
}

export interface AskContext {
  readonly port: number;
  readonly cast: Cast;
  readonly before: BooksSnapshot;
  readonly random: Random;
}

export type AskedWork = 'bet' | 'sign-in' | 'resolve' | 'cash-out' | 'void' | 'limits';

const GRANT = 1_000_000_000n;

/** Creates the people and the market on a server with a fresh database. */
export async function makeCast(
  port: number,
  { wallet, random, title = 'Interrupted' }: { wallet: EvmWallet; random: Random; title?: string },
): Promise<Cast> {
  const connection = new HttpConnection(port);
  const admin = await Admin.signIn({ port }, wallet);
  const market = await openHouseMarket(connection, { admin, title });
  const [a, b] = market.outcomes;
  if (a === undefined || b === undefined) throw new Error('a market without outcomes');
  const signed = evmWallet(random.bytes(32));
  const bettors: Bettor[] = [
    { wallet: signed, token: await signInWallet(connection, signed) },
    await signInBettor(connection, random),
    await signInBettor(connection, random),
  ];
  const bets: AcknowledgedBet[] = [];
  for (const bettor of bettors) {
    for (const { id: outcomeId } of [a, b, a]) {
      const amount = random.between(100, 5_000) / 100;
      bets.push(await placeQuotedBet(connection, { bettor, marketId: market.id, outcomeId, amount }));
    }
  }
  connection.close();
  return {
    adminToken: admin.token,
    adminWallet: wallet,
    marketId: market.id,
    outcomeIds: [a.id, b.id],
    bets,
  };
}

/** Prepares the request on the server at `port` and returns it. */
export const ASKS: Record<AskedWork, (context: AskContext) => Promise<Ask>> = {
  async bet({ port, cast, random }) {
    const bettor = random.pick(cast.bets).bettor;
    const outcomeId = random.pick(cast.outcomeIds);
    const order = { bettor, marketId: cast.marketId, outcomeId, amount: random.between(1, 5_000) / 100 };
    const quote = await withConnection(port, (connection) => askQuote(connection, order));
    // Every way in which a bet may say that it is the same.
    const way = random.pick(['quote and key', 'quote', 'key', 'neither']);
    const { request } = signBet({
      ...order,
      odds: quote.odds,
      quoteId: way.includes('quote') ? (quote.quoteId ?? null) : null,
      key: way.includes('key') ? randomUUID() : null,
    });
    const stake = microOf(order.amount);
    const { address } = bettor.wallet;
    return {
      request,
      due: {
        'entries: bet': 1n,
        'postings: bet': 1n,
        'posted: bet': stake,
        [`bets of ${address}`]: 1n,
        [`stakes of ${address}`]: stake,
        [`balance of ${address}`]: -stake,
        [`balance of ${cast.marketId}`]: stake,
      },
      essence: ({ status, body }) => `${status} ${body}`,
    };
  },

  async 'sign-in'({ port, random }) {
    const wallet = evmWallet(random.bytes(32));
    const { nonce, message } = await withConnection(port, async (connection) =>
      readJson<{ nonce: string; message: string }>(
        await connection.send(httpRequest({ path: `/api/auth/nonce?wallet=${wallet.address}` })),
      ),
    );
    const json = { wallet: wallet.address, signature: wallet.sign(message), nonce, walletType: 'metamask' };
    return {
      request: httpRequest({ method: 'POST', path: '/api/auth/verify', json }),
      due: {
        users: 1n,
        sessions: 1n,
        'spent nonces': 1n,
        'entries: faucet-grant': 1n,
        'postings: faucet-grant': 1n,
        'posted: faucet-grant': GRANT,
        [`balance of ${wallet.address}`]: GRANT,
        'balance of faucet': -GRANT,
      },
      // A nonce makes one session, whose token may be lost with the answer: the client asks for another nonce.
      refusedAfter: {
        status: 401,
        async instead(again) {
          await withConnection(again, async (connection) => {
            const token = await signInWallet(connection, wallet);
            readJson(await connection.send(httpRequest({ path: '/api/user/profile', token })));
          });
          return { sessions: 1n, 'spent nonces': 1n };
        },
      },
      essence: ({ status }) => String(status),
    };
  },

  async resolve({ port, cast, before, random }) {
    const { marketId, adminToken: token } = cast;
    const outcomeId = random.pick(cast.outcomeIds);
    const asked = { outcomeId, evidence: 'https://example.org/result' };
    const request = await withConnection(port, async (connection) => {
      const post = (path: string, json: unknown) =>
        connection.send(httpRequest({ method: 'POST', path, token, json }));
      const send = (request: Buffer) => connection.send(request);
      readJson(await post('/api/admin/markets/bulk', await closeBody(send, cast.adminWallet, marketId)));
      const path = `/api/admin/markets/${marketId}/resolve`;
      const { rehearsal } = readJson<{ rehearsal: WireRehearsal }>(
        await post(path, { ...asked, dryRun: true }),
      );
      const signed = await signAct(send, cast.adminWallet, { kind: 'approve-result', rehearsal });
      return httpRequest({ method: 'POST', path, token, json: { ...asked, hash: rehearsal.hash, signed } });
    });
    const payments = cast.bets
      .filter((bet) => bet.outcomeId === outcomeId)
      .map((bet) => ({ bet, amount: bet.payout }));
    return {
      request,
      ...dueOfEnd({ cast, before, payments, kind: 'payout', named: outcomeId }),
      refusedAfter: { status: 409 },
      pays: marketId,
      essence: ({ status }) => String(status),
    };
  },

  async void({ port, cast, before }) {
    const { marketId, adminToken: token } = cast;
    const path = `/api/admin/markets/${marketId}/void`;
    const asked = { reason: 'The event was called off.' };
    const request = await withConnection(port, async (connection) => {
      const send = (each: Buffer) => connection.send(each);
      const dry = httpRequest({ method: 'POST', path, token, json: { ...asked, dryRun: true } });
      const { rehearsal } = readJson<{ rehearsal: WireRehearsal }>(await send(dry));
      const signed = await signAct(send, cast.adminWallet, { kind: 'approve-result', rehearsal });
      return httpRequest({ method: 'POST', path, token, json: { ...asked, hash: rehearsal.hash, signed } });
    });
    const payments = cast.bets.map((bet) => ({ bet, amount: bet.stake }));
    return {
      request,
      ...dueOfEnd({ cast, before, payments, kind: 'refund', named: 'void' }),
      refusedAfter: { status: 409 },
      pays: marketId,
      essence: ({ status }) => String(status),
    };
  },

  async 'cash-out'({ port, cast, random }) {
    const { id, bettor } = random.pick(cast.bets);
    const { address } = bettor.wallet;
    const path = `/api/bets/${id}/cash-out`;
    const { amount } = await withConnection(port, async (connection) =>
      readJson<WireCashOutQuote>(await connection.send(httpRequest({ path, token: bettor.token }))),
    );
    if (amount === null) throw new Error(`${id} cannot be cashed out`);
    const signature = bettor.wallet.sign(cashOutMessage({ betId: id, amount: String(amount) }));
    const paid = microOf(amount);
    return {
      request: httpRequest({ method: 'POST', path, token: bettor.token, json: { amount, signature } }),
      due: {
        'entries: cash-out': 1n,
        'postings: cash-out': 1n,
        'posted: cash-out': paid,
        'ends: cash-out': 1n,
        'signed cash-outs': 1n,
        [`end of ${id}: cash-out`]: paid,
        [`balance of ${address}`]: paid,
        [`balance of ${cast.marketId}`]: -paid,
      },
      essence: ({ status, body }) => `${status} ${body}`,
    };
  },

  async limits({ cast, random }) {
    const [first] = cast.bets;
    if (first === undefined) throw new Error('no bettor has signed in');
    const { token, wallet } = first.bettor;
    const ownCap = random.between(1, 100_000) / 100;
    return {
      request: httpRequest({ method: 'PUT', path: '/api/user/limits', token, json: { ownCap } }),
      due: { [`own cap of ${wallet.address}`]: microOf(ownCap), 'audit: limits.change': 1n },
      essence: ({ status, body }) => `${status} ${status === 200 ? JSON.parse(String(body)).ownCap : body}`,
    };
  },
};

/** The effect of the whole market's end on the books. */
function dueOfEnd({
  cast,
  before,
  payments,
  kind,
  named,
}: {
  cast: Cast;
  before: BooksSnapshot;
  payments: readonly { bet: AcknowledgedBet; amount: bigint }[];
  kind: 'payout' | 'refund';
  named: string;
}): Pick<Ask, 'due' | 'dueAtOnce'> {
  const { marketId } = cast;
  const escrow = before.get(`balance of ${marketId}`) ?? 0n;
  const byUser = new Map<string, bigint>();
  let paid = 0n;
  for (const { bet, amount } of payments) {
    const { address } = bet.bettor.wallet;
    byUser.set(address, (byUser.get(address) ?? 0n) + amount);
    paid += amount;
  }
  const proposed = {
    [`resolutions of ${marketId}`]: 1n,
    [`audit: market.${kind === 'refund' ? 'void' : 'propose'}`]: 1n,
    'spent nonces': 1n,
  };
  return {
    dueAtOnce: proposed,
    due: {
      ...proposed,
      [`resolution of ${marketId} for ${named}: paid`]: 1n,
      [`audit: market.${kind === 'refund' ? 'voided' : 'settled'}`]: 1n,
      // All bets are one chunk, in which each user is paid once.
      'entries: settlement': 1n,
      'postings: settlement': BigInt(byUser.size),
      'posted: settlement': paid,
      'entries: market-remainder': 1n,
      'postings: market-remainder': 1n,
      'posted: market-remainder': escrow - paid,
      [`ends: ${kind}`]: BigInt(payments.length),
      ...Object.fromEntries(payments.map(({ bet, amount }) => [`end of ${bet.id}: ${kind}`, amount])),
      ...Object.fromEntries([...byUser].map(([address, amount]) => [`balance of ${address}`, amount])),
      [`balance of ${marketId}`]: -escrow,
      'balance of pool': escrow - paid,
    },
  };
}

async function withConnection<T>(port: number, work: (connection: HttpConnection) => Promise<T>): Promise<T> {
  const connection = new HttpConnection(port);
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}
