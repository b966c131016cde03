import type { App } from '@tallystone/api/app.ts';
import { placeBet } from '@tallystone/api/betting/place-bet.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import type { Database } from '@tallystone/api/db/open-database.ts';
import { grantRole } from '@tallystone/api/identity/admin-grants.ts';
import type { WireRehearsal, WireResolution, WireResultsQueue } from '@tallystone/core/http-api/settlement';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { anAdmin, callAs } from '../server/desk.ts';
import { aTestApp, type SignedIn, signInWith } from '../server/test-app.ts';
import { signAct } from '../wallets/sign-act.ts';
import { anEvmWallet, type TestWallet } from '../wallets/wallets.ts';
import { aQuotedBet, type TestBetting, type TestBettor, type TestMarket } from './betting.ts';

/** Ends of markets through an app's API. */

export const LIVE = { MODE: 'live', PUBLIC_ORIGIN: 'https://tallystone.example' };

/** The server in live mode, on the same books. */
export const aLiveApp = (database: Database & { url: string }): ReturnType<typeof aTestApp> =>
  aTestApp(database, { env: { ...LIVE, DATABASE_URL: database.url } });

/** A signed-in guardian. */
export async function aGuardian(
  app: App,
  db: Db,
  wallet: TestWallet = anEvmWallet(),
): Promise<SignedIn & TestWallet> {
  await grantRole(db, {
    role: 'guardian',
    wallet: wallet.wallet,
    grantedBy: 'command-line',
    now: new Date(),
  });
  return { ...(await signInWith(app, wallet)), ...wallet };
}

type EndPayload = Readonly<Record<string, unknown>>;
type As = Pick<SignedIn, 'headers'> & Partial<TestWallet>;

/** What a user can do about the end of markets through an app. An admin's wallet signs whatever must be signed. */
export function deskOf(app: App, as: As) {
  const callApp = callAs(app, as);
  const call = (options: InjectOptions) =>
    callApp({ ...options, headers: { host: 'tallystone.example', ...options.headers } });
  const post = (url: string, payload: object) => call({ method: 'POST', url, payload });
  const atMarket = (marketId: string, verb: string) => `/api/admin/markets/${marketId}/${verb}`;
  /** Empty if there is nothing to sign: then the call is refused for its own reason. */
  const signedResult = async (rehearsal: WireRehearsal | undefined, hash: unknown) => {
    const { wallet, sign } = as;
    if (wallet === undefined || sign === undefined || rehearsal === undefined) return {};
    const act = { kind: 'approve-result', rehearsal: { ...rehearsal, hash: String(hash) } } as const;
    return { signed: await signAct(call, { wallet, sign }, act) };
  };
  /** Confirms a market's end with a signature over its rehearsal. */
  const end = async (url: string, payload: EndPayload, seen?: WireRehearsal) => {
    const { hash, ...rest } = payload;
    if (hash === undefined || payload.dryRun === true) return post(url, payload);
    const rehearse = async () =>
      (await post(url, { ...rest, dryRun: true })).json<{ rehearsal?: WireRehearsal }>().rehearsal;
    return post(url, { ...payload, ...(await signedResult(seen ?? (await rehearse()), hash)) });
  };
  return {
    call,
    get: (url: string) => call({ url }),
    post,
    resolve: (marketId: string, payload: EndPayload, seen?: WireRehearsal) =>
      end(atMarket(marketId, 'resolve'), payload, seen),
    void: (marketId: string, payload: EndPayload, seen?: WireRehearsal) =>
      end(atMarket(marketId, 'void'), payload, seen),
    async approve(marketId: string, hash: string) {
      const { resolutions = [] } = (await call({ url: '/api/admin/results' })).json<
        Partial<WireResultsQueue>
      >();
      const waiting = resolutions.find((each) => each.marketId === marketId && each.stage === 'approval');
      return post(atMarket(marketId, 'approve'), { hash, ...(await signedResult(waiting?.rehearsal, hash)) });
    },
    /** Approves another admin's change as it was displayed. */
    async approveChange(id: string, seen: string) {
      const { wallet, sign } = as;
      if (wallet === undefined || sign === undefined) throw new Error('only an admin with a wallet signs');
      const act = { kind: 'approve-change', changeId: id, summary: seen } as const;
      const signed = await signAct(call, { wallet, sign }, act);
      return post(`/api/admin/changes/${id}/approve`, { seen, signed });
    },
    undo: (marketId: string, reason: string) => post(atMarket(marketId, 'undo'), { reason }),
    /** Signs the listed result; nothing if it isn't listed. */
    async object(id: number | string, reason: string) {
      const { wallet, sign } = as;
      const listed = await call({ url: '/api/guardian/resolutions' });
      const guarded = listed.statusCode === 200 ? listed.json<WireResolution[]>() : [];
      const result = guarded.find((each) => String(each.id) === String(id));
      const signed =
        wallet === undefined || sign === undefined || result === undefined
          ? undefined
          : await signAct(call, { wallet, sign }, objectionTo(result, reason));
      return post(`/api/guardian/resolutions/${id}/object`, { reason, signed });
    },
    /** Rehearses a result or a void. */
    rehearse: async (marketId: string, outcomeId: string | null): Promise<WireRehearsal> => {
      const answer = await (outcomeId === null
        ? post(atMarket(marketId, 'void'), { reason: '', dryRun: true })
        : post(atMarket(marketId, 'resolve'), { outcomeId, evidence: '', dryRun: true }));
      if (answer.statusCode !== 200) throw new Error(`expected a rehearsal, got ${answer.body}`);
      return answer.json().rehearsal;
    },
    /** Rehearses and proposes. */
    async propose(marketId: string, outcomeId: string | null): Promise<WireResolution> {
      const seen = await this.rehearse(marketId, outcomeId);
      const { hash } = seen;
      const text = 'As the station reported: https://weather.example/bergen';
      const answer = await (outcomeId === null
        ? this.void(marketId, { reason: text, hash }, seen)
        : this.resolve(marketId, { outcomeId, evidence: text, hash }, seen));
      if (answer.statusCode !== 200) throw new Error(`expected a resolution, got ${answer.body}`);
      return answer.json().resolution;
    },
  };
}

export type Desk = ReturnType<typeof deskOf>;

/** What a guardian signs to object to a result. */
export const objectionTo = ({ rehearsal, objections }: WireResolution, reason: string) =>
  ({ kind: 'object', rehearsal, reason, isSecond: objections > 0 }) as const;

export async function anAdminDesk(
  app: App,
  signIn: App,
  db: Db,
): Promise<Desk & { admin: Awaited<ReturnType<typeof anAdmin>> }> {
  const admin = await anAdmin(signIn, db);
  return { ...deskOf(app, admin), admin };
}

/** Ends a market's betting some time ago. */
export async function endBetting(
  db: Db,
  { marketId }: { marketId: string },
  ago = '1 second',
): Promise<void> {
  await db.execute(sql`
    update markets set closes_at = clock_timestamp() - ${ago}::interval, ends_at = clock_timestamp() - ${ago}::interval
    where id = ${marketId}`);
}

/** Bets on the outcome at an index at the current odds. */
export async function betOn(
  betting: TestBetting,
  asked: { bettor: TestBettor; market: TestMarket; outcome?: number; amount: number },
): Promise<{ id: string; totalReturn: number }> {
  return placeBet(betting, await aQuotedBet(betting, asked));
}
