import { httpApi } from '@tallystone/core/http-api';
import type { Access, Endpoint } from '@tallystone/core/http-api/endpoint';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { readJson } from '../bettor.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * Who may call what on the built server: every route of core/http-api.ts with twelve kinds of callers,
 * every other method of its address, unknown addresses below /api/admin, and bodies with fields
 * that a caller would like to set. Refused requests changed nothing.
 */

const PRINCIPALS = [
  'anonymous',
  'garbage',
  'expired',
  'revoked',
  'unverified',
  'bettor',
  'other bettor',
  'admin unverified',
  'admin signed',
  'guardian unverified',
  'guardian signed',
  'admin and guardian',
] as const;
type Principal = (typeof PRINCIPALS)[number];
type Tokens = Readonly<Record<Principal, string | undefined>>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const NOWHERE = [
  '/api/admin',
  '/api/admin/nothing',
  '/api/%61dmin/nothing',
  '/API/ADMIN/nothing',
  '/api/admin/x/y/z',
];
/** What a caller would like to set. */
const PRIVILEGED = [
  ...[
    'kycLevel',
    'kyc_level',
    'level',
    'role',
    'isAdmin',
    'is_admin',
    'admin',
    'access',
    'grantedBy',
    'verified',
  ],
  ...['dailyStakeCap', 'daily_stake_cap', 'balance', 'id', 'userId', 'user_id', 'mode', 'status', 'payout'],
  ...['lossBudget', 'funded', 'actor', 'now', 'constructor', 'prototype'],
];
/** A valid body for every route that takes one, so that only the extra field is wrong. */
const BODIES: Readonly<Record<string, object>> = {
  verifySignIn: { wallet: 'w', signature: 's', nonce: 'n', walletType: 'metamask' },
  demoSignIn: { wallet: 'w', chain: 'Polygon' },
  placeBet: { publicKey: 'w', marketId: 'm', outcomeId: 'o', amount: 1, odds: 2, signature: 's' },
  quoteCombo: { legs: [] },
  placeCombo: { publicKey: 'w', legs: [], amount: 1, odds: 2, signature: 's' },
  cashOutCombo: { amount: 1, signature: 's' },
  importGames: { gameIds: ['1'] },
  bulkMarkets: { ids: ['m_nosuchmarket'], action: 'disable' },
  createMarket: { type: 'crypto', category: 'bitcoin', title: 'A title', outcomes: ['Yes', 'No'] },
  importCsv: { csv: 'title' },
  changeSettings: { autoImport: true },
  changeUser: { reason: 'For a good reason' },
  cashOut: { amount: 1, part: { stake: 1, of: 2 }, signature: 's' },
  setAutomaticCashOut: { amount: 1, signature: 's' },
  changeLimits: { ownCap: 10 },
  takeBreak: { period: '24-hours' },
  objectToResult: { reason: 'For a good reason' },
  resolveMarket: { outcomeId: 'o', evidence: 'Seen', hash: 'h' },
  voidMarket: { reason: 'For a good reason', hash: 'h' },
  approveResolution: { hash: 'h' },
  undoResolution: { reason: 'For a good reason' },
  approveChange: { seen: 'A change' },
  rejectChange: { reason: 'For a good reason' },
};

const endpoints = Object.entries<Endpoint>(httpApi);
const addressOf = ({ path }: Endpoint) => path.replace(/:\w+/, 'm_nosuchmarket');
const isBelowAdmin = (path: string) => path.startsWith('/api/admin');
const hasSession = (principal: Principal) =>
  !['anonymous', 'garbage', 'expired', 'revoked'].includes(principal);
const isSigned = (principal: Principal) =>
  hasSession(principal) && !['unverified', 'admin unverified', 'guardian unverified'].includes(principal);
/** Callers who hold a role and have signed. */
const HOLDERS: Readonly<Record<'admin' | 'guardian', readonly Principal[]>> = {
  admin: ['admin signed', 'admin and guardian'],
  guardian: ['guardian signed', 'admin and guardian'],
};

/** The declared policy. */
function expectedOf(access: Access, principal: Principal): 401 | 403 | 'admitted' {
  if (access === 'public') return 'admitted';
  if (!hasSession(principal)) return 401;
  if (access === 'session') return 'admitted';
  const isAdmitted = access === 'signed' ? isSigned(principal) : HOLDERS[access].includes(principal);
  return isAdmitted ? 'admitted' : 403;
}

await prove('authorisation', async (proof) => {
  const database = await startDatabase();
  const random = seededRandom(20261121);
  const adminWallet = evmWallet(random.bytes(32));
  const guardianWallet = evmWallet(random.bytes(32));
  const bothWallet = evmWallet(random.bytes(32));
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: {
      ADMIN_WALLETS: `${adminWallet.address},${bothWallet.address}`,
      GUARDIAN_WALLETS: `${guardianWallet.address},${bothWallet.address}`,
    },
  });
  const reader = await readPostgres(database.url);
  const connection = new HttpConnection(server.port);
  try {
    const wallets = { adminWallet, guardianWallet, bothWallet };
    const callers: Callers = { server, connection, random, reader, ...wallets };
    const tokens = await signInAll(callers);
    const before = await countRows(reader);
    const send = async (request: Parameters<typeof httpRequest>[0]) => connection.send(httpRequest(request));
    /** For a response that doesn't end, and takes its connection with it. */
    const sendAlone = async (request: Parameters<typeof httpRequest>[0]) => {
      const own = new HttpConnection(server.port);
      const answer = await own.send(httpRequest(request));
      own.close();
      return answer;
    };
    const count = (cells: readonly string[], wrong: readonly string[]) => ({
      bar: '100% equal the declared policy',
      measured: `${cells.length - wrong.length} of ${cells.length} equal${wrong.length === 0 ? '' : `: ${wrong.slice(0, 5).join(' ;; ')}`}`,
      ok: wrong.length === 0 && cells.length > 0,
    });

    const matrix: string[] = [];
    const wrong: string[] = [];
    for (const [name, endpoint] of endpoints) {
      for (const principal of PRINCIPALS) {
        // The call that ends its session gets a separate one.
        const token = name === 'logout' ? await spare(callers, principal, tokens) : tokens[principal];
        const { status } = await (endpoint.events === undefined ? send : sendAlone)({
          method: endpoint.method,
          path: addressOf(endpoint),
          ...(token !== undefined && { token }),
          // Deliberate nonsense: access is decided before the body is read.
          ...(endpoint.method !== 'GET' && { json: { nonsense: true } }),
        });
        const met = status === 401 || status === 403 ? status : 'admitted';
        const expected = expectedOf(endpoint.access, principal);
        matrix.push(`${name} by ${principal}`);
        if (met !== expected || status >= 500)
          wrong.push(`${name} by ${principal}: ${status}, expected ${expected}`);
      }
    }
    proof.row({
      what: `${endpoints.length} routes x ${PRINCIPALS.length} kinds of callers`,
      ...count(matrix, wrong),
    });

    const others: string[] = [];
    const otherWrong: string[] = [];
    const declared = new Set(endpoints.map(([, { method, path }]) => `${method} ${path}`));
    const addresses = new Map(endpoints.map(([, endpoint]) => [endpoint.path, addressOf(endpoint)]));
    for (const path of NOWHERE) addresses.set(path, path);
    for (const [template, path] of addresses) {
      for (const method of METHODS.filter((each) => !declared.has(`${each} ${template}`))) {
        for (const principal of PRINCIPALS) {
          const token = tokens[principal];
          const { status } = await send({ method, path, ...(token !== undefined && { token }) });
          const isGuarded = isBelowAdmin(decodeURIComponent(path).toLowerCase());
          const refusal = hasSession(principal) ? 403 : 401;
          const expected = isGuarded && !HOLDERS.admin.includes(principal) ? refusal : 404;
          others.push(`${method} ${path} by ${principal}`);
          if (status !== expected)
            otherWrong.push(`${method} ${path} by ${principal}: ${status}, expected ${expected}`);
        }
      }
    }
    proof.row({
      what: `other methods of these addresses, and ${NOWHERE.length} addresses below /api/admin that do not exist`,
      ...count(others, otherWrong),
    });

    const fields: string[] = [];
    const taken: string[] = [];
    for (const [name, endpoint] of endpoints.filter(([, { body }]) => body !== undefined)) {
      const body = BODIES[name];
      if (body === undefined) throw new Error(`expected a body for ${name}`);
      // Bodies are declared as objects of fields.
      const own = Object.keys((endpoint.body as unknown as { shape: object }).shape);
      for (const key of PRIVILEGED.filter((each) => !own.includes(each))) {
        const token = tokens['admin and guardian'];
        const json = { ...body, [key]: 2 };
        const { status } = await send({
          method: endpoint.method,
          path: addressOf(endpoint),
          ...(token !== undefined && { token }),
          json,
        });
        fields.push(`${name} ${key}`);
        if (status !== 400) taken.push(`${name} with ${key}: ${status}`);
      }
    }
    proof.row({
      what: 'privileged fields added to valid bodies, sent by a caller who may call everything',
      bar: 'each refused with 400',
      measured: `${fields.length - taken.length} of ${fields.length} refused${taken.length === 0 ? '' : `: ${taken.slice(0, 5).join(' ;; ')}`}`,
      ok: taken.length === 0 && fields.length > 0,
    });

    const after = await countRows(reader);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    proof.row({
      what: 'users, grants, settings, custom markets, bets, results, changes and audit rows afterwards',
      bar: 'as before',
      measured: changed.length === 0 ? 'as before' : `changed: ${changed.join(', ')}`,
      ok: changed.length === 0,
    });
  } finally {
    connection.close();
    await reader.close();
    await server.remove();
    await database.stop();
  }
});

interface Callers {
  server: ServerProcess;
  connection: HttpConnection;
  random: Random;
  reader: Reader;
  adminWallet: ReturnType<typeof evmWallet>;
  guardianWallet: ReturnType<typeof evmWallet>;
  bothWallet: ReturnType<typeof evmWallet>;
}

async function signInAll(callers: Callers): Promise<Tokens> {
  const { server, connection, random, reader, adminWallet, guardianWallet, bothWallet } = callers;
  const signed = async () => {
    const wallet = evmWallet(random.bytes(32));
    return { wallet, token: (await Admin.signIn(server, wallet)).token };
  };
  const expired = await signed();
  await reader.rows(`
    update sessions set expires_at = now() - interval '1 second'
    where user_id = (select id from users where address = '${expired.wallet.address}')`);
  const revoked = await signed();
  await connection.send(httpRequest({ method: 'POST', path: '/api/auth/logout', token: revoked.token }));
  return {
    anonymous: undefined,
    garbage: 'x'.repeat(43),
    expired: expired.token,
    revoked: revoked.token,
    unverified: await demoToken(connection, evmWallet(random.bytes(32)).address),
    bettor: (await signed()).token,
    'other bettor': (await signed()).token,
    'admin unverified': await demoToken(connection, adminWallet.address),
    'admin signed': (await Admin.signIn(server, adminWallet)).token,
    'guardian unverified': await demoToken(connection, guardianWallet.address),
    'guardian signed': (await Admin.signIn(server, guardianWallet)).token,
    'admin and guardian': (await Admin.signIn(server, bothWallet)).token,
  };
}

/** Another session of the same kind; a caller without one keeps what they have. */
async function spare(callers: Callers, principal: Principal, tokens: Tokens): Promise<string | undefined> {
  const { server, connection, random, adminWallet, guardianWallet, bothWallet } = callers;
  switch (principal) {
    case 'unverified':
      return demoToken(connection, evmWallet(random.bytes(32)).address);
    case 'bettor':
    case 'other bettor':
      return (await Admin.signIn(server, evmWallet(random.bytes(32)))).token;
    case 'admin unverified':
      return demoToken(connection, adminWallet.address);
    case 'admin signed':
      return (await Admin.signIn(server, adminWallet)).token;
    case 'guardian unverified':
      return demoToken(connection, guardianWallet.address);
    case 'guardian signed':
      return (await Admin.signIn(server, guardianWallet)).token;
    case 'admin and guardian':
      return (await Admin.signIn(server, bothWallet)).token;
    default:
      return tokens[principal];
  }
}

async function demoToken(connection: HttpConnection, wallet: string): Promise<string> {
  const json = { wallet, chain: 'Polygon' };
  const answer = await connection.send(httpRequest({ method: 'POST', path: '/api/auth/demo', json }));
  return readJson<{ token: string }>(answer).token;
}

/** Everything that a caller could have changed, except the number of users, which the sign-ins above raise. */
async function countRows(reader: Reader): Promise<Record<string, string | null>> {
  const [row] = await reader.rows(`
    select
      (select count(*) from users where kyc_level <> 0 or daily_stake_cap is not null) as users,
      (select string_agg(g::text, '|' order by address) from admin_grants g) as grants,
      (select s::text from settings s) as settings,
      (select count(*) from markets where source = 'custom' or disabled or archived_at is not null) as markets,
      (select count(*) from bets) as bets,
      (select count(*) from resolutions) + (select count(*) from pending_changes) as decisions,
      (select count(*) from audit where user_id is not null) as audit`);
  if (row === undefined) throw new Error('expected one row of counts');
  return row;
}
