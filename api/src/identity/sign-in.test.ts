import type { ChainName } from '@tallystone/core/http-api/identity';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, demoSignInWith, signInWith } from '@tallystone/testkit/server/test-app.ts';
import {
  anEvmWallet,
  aSolanaWallet,
  base58Of,
  shortFormOf,
  type TestWallet,
} from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import type { Chain } from '../chain/escrow-chain.ts';
import { col, rows } from '../db/rows.ts';
import type { WalletKind } from './wallet-code.ts';

let database: TestDatabase;
let app: App;
/** The server's clock, which a test can stop. */
const clock: { offsetMs: number; stoppedAt: number | null } = { offsetMs: 0, stoppedAt: null };
const now = () => new Date((clock.stoppedAt ?? Date.now()) + clock.offsetMs);

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database, { now });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

async function askNonce(
  wallet: string,
  chain?: ChainName,
  of: App = app,
): Promise<{ nonce: string; message: string }> {
  const query = { wallet, ...(chain !== undefined && { chain }) };
  return (await of.http.inject({ url: '/api/auth/nonce', query })).json();
}

async function verify(body: Record<string, unknown>) {
  const answer = await app.http.inject({ method: 'POST', url: '/api/auth/verify', payload: body });
  return { status: answer.statusCode, body: answer.json() };
}

async function claimOf(signer: TestWallet, walletType = 'metamask') {
  const { nonce, message } = await askNonce(signer.wallet.text);
  return { wallet: signer.wallet.text, nonce, walletType, signature: hex(signer.sign(message)) };
}

const count = async (query: ReturnType<typeof sql>) => {
  const [row] = await rows(database.db, { n: col.number }, query);
  return row?.n;
};

const liveEnv = () => ({
  MODE: 'live',
  DATABASE_URL: database.url,
  PUBLIC_ORIGIN: 'https://app.example',
  CHAIN_RPC_URLS: 'http://127.0.0.1:1,http://127.0.0.1:2',
  CHAIN_ID: '80002',
  USDC_ADDRESS: `0x${'1'.repeat(40)}`,
  ESCROW_ADDRESS: `0x${'2'.repeat(40)}`,
  ESCROW_BLOCK: '1',
  CHAIN_KEYS_DIR: '/nowhere',
});

describe('a wallet with code on the live chain', () => {
  let live: App;
  /** The nodes' answer about every wallet; null if they don't answer. */
  const code: { kind: WalletKind | null; isApproved: boolean | null } = { kind: 'key', isApproved: true };
  const asked: { account: string; digest: string; signature: string }[] = [];
  const say = async <T>(answer: T | null): Promise<T> => {
    if (answer === null) throw new Error('no answer');
    return answer;
  };
  beforeAll(async () => {
    const address = `0x${'2'.repeat(40)}`;
    const chain = {
      place: { chainId: 80002, escrow: address },
      token: { address, name: 'USD Coin', version: '2' },
      kindOf: () => say(code.kind),
      isApproved: (account: string, digest: string, signature: string) => {
        asked.push({ account, digest, signature });
        return say(code.isApproved);
      },
    };
    const health = { requireBettable: () => undefined, problem: () => null, warning: () => null };
    // Signing in uses nothing else of a chain.
    live = await aTestApp(database, { env: liveEnv(), chain: { chain, health } as unknown as Chain });
  });
  afterAll(() => live.close());

  const nonceFor = (wallet: string, chain?: ChainName) =>
    live.http.inject({ url: '/api/auth/nonce', query: { wallet, ...(chain !== undefined && { chain }) } });
  const signInLive = async (signer: TestWallet) => {
    const { nonce, message } = (await nonceFor(signer.wallet.text)).json();
    const signature = hex(signer.sign(message));
    const payload = { wallet: signer.wallet.text, nonce, walletType: 'metamask', signature };
    return live.http.inject({ method: 'POST', url: '/api/auth/verify', payload });
  };

  test('is refused with a sentence before it signs if it is a contract', async () => {
    code.kind = 'contract';
    const { wallet } = anEvmWallet();
    const answer = await nonceFor(wallet.text);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'wallet-unsupported',
      error: expect.stringMatching(/^This wallet is a smart contract, .* connect another wallet\.$/),
    });
    // The kind of an address on another chain isn't known here.
    expect((await nonceFor(wallet.text, 'Ethereum')).statusCode).toBe(200);
    expect((await nonceFor(aSolanaWallet().wallet.text)).statusCode).toBe(200);
    // A nonce for an act is not a sign-in, so the chain isn't read.
    const forAnAct = { url: '/api/auth/nonce', query: { wallet: wallet.text, use: 'act' } };
    expect((await live.http.inject(forAnAct)).statusCode).toBe(200);
  });

  test('gets a notice if its code refuses the signature of its key, and signs in', async () => {
    code.kind = 'delegated';
    code.isApproved = false;
    const signer = anEvmWallet();
    const refused = await signInLive(signer);
    expect(refused.statusCode).toBe(200);
    expect(refused.json()).toMatchObject({
      token: expect.any(String),
      notice: expect.stringMatching(/^The code your wallet delegates to rejects its own key's signatures, /),
    });
    expect(asked.at(-1)).toMatchObject({
      account: signer.wallet.text.toLowerCase(),
      digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      signature: expect.stringMatching(/^0x[0-9a-f]{128}1[bc]$/),
    });
    code.isApproved = true;
    expect((await signInLive(signer)).json()).not.toHaveProperty('notice');
  });

  test('signs in if no two nodes agree, because each stake is checked again', async () => {
    Object.assign(code, { kind: null, isApproved: null });
    const answer = await signInLive(anEvmWallet());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).not.toHaveProperty('notice');
  });
});

describe('signing in with a signature', () => {
  test('an EVM wallet gets a token and its user, with practice money', async () => {
    const alice = anEvmWallet();
    const { token, user, headers } = await signInWith(app, alice);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toEqual({
      publicKey: alice.wallet.text,
      walletType: 'metamask',
      kycLevel: 0,
      dailyStakeCap: 1000,
      verified: true,
    });
    const limits = await app.http.inject({ url: '/api/user/limits', headers });
    expect(limits.json()).toMatchObject({ balance: 1000, capLeft: 1000, usedToday: 0 });
    const profile = await app.http.inject({ url: '/api/user/profile', headers });
    expect(profile.json()).toEqual({
      ...user,
      stats: {
        totalBets: 0,
        combos: 0,
        activeBets: 0,
        totalWagered: 0,
        endedBets: 0,
        profit: 0,
        openStakes: 0,
      },
    });
  });

  test.each(['phantom', 'backpack'] as const)('a Solana wallet signs in as %s', async (walletType) => {
    const { user } = await signInWith(app, aSolanaWallet(), walletType);
    expect(user).toMatchObject({ walletType, verified: true });
  });

  test.each([
    ['Polygon', 'Polygon'],
    ['BSC', 'BSC'],
    // A network that the wallet can't be on is ignored, not refused.
    ['Solana', null],
    [undefined, null],
  ])('the network that it names, %s, is stored with the session as %s', async (chain, kept) => {
    const alice = anEvmWallet();
    const claim = await claimOf(alice);
    const answer = await verify(chain === undefined ? claim : { ...claim, chain });
    expect(answer.status).toBe(200);
    const found = await rows(
      database.db,
      { chain: col.text.orNull },
      sql`
        select s.chain from sessions s join users u on u.id = s.user_id where u.address = ${alice.wallet.text}`,
    );
    expect(found).toEqual([{ chain: kept }]);
  });

  test('an unknown network is refused', async () => {
    const claim = await claimOf(anEvmWallet());
    expect(await verify({ ...claim, chain: 'Dogecoin' })).toMatchObject({
      status: 400,
      body: { code: 'invalid-request' },
    });
  });

  test('shows the cap that admins set for the level', async () => {
    await database.db.execute(sql`update settings set stake_cap_level_0 = 250000000`);
    try {
      const { user, headers } = await signInWith(app);
      expect(user.dailyStakeCap).toBe(250);
      for (const url of ['/api/user/profile', '/api/user/limits']) {
        const answer = await app.http.inject({ url, headers });
        expect(answer.json()).toMatchObject({ dailyStakeCap: 250 });
      }
    } finally {
      await database.db.execute(sql`update settings set stake_cap_level_0 = null`);
    }
  });

  test('the message names its site, wallet, nonce and times', async () => {
    const { wallet } = anEvmWallet();
    const { nonce, message } = await askNonce(wallet.text.toLowerCase());
    expect(nonce).toMatch(/^[0-9a-f]{78}$/);
    expect(message).toContain(
      `localhost:3000 wants you to sign in with your Ethereum account:\n${wallet.text}\n`,
    );
    expect(message).toContain('URI: http://localhost:3000\n');
    expect(message).toContain(`Nonce: ${nonce}\n`);
  });

  describe('names in its message', () => {
    const chainIn = (message: string) => /^Chain ID: (.*)$/m.exec(message)?.[1];

    test.each([
      ['Ethereum', '1'],
      ['BSC', '56'],
      ['Polygon', '137'],
      // A network of another family, which is ignored.
      ['Solana', '1'],
      [undefined, '1'],
    ] as const)('of an EVM wallet on %s, chain %s, and the signature over it signs in', async (chain, id) => {
      const alice = anEvmWallet();
      const { nonce, message } = await askNonce(alice.wallet.text, chain);
      expect(chainIn(message)).toBe(id);
      const claim = { wallet: alice.wallet.text, nonce, walletType: 'evm' };
      const elsewhere = message.replace(/^Chain ID: .*$/m, 'Chain ID: 10');
      expect((await verify({ ...claim, signature: hex(alice.sign(elsewhere)) })).status).toBe(401);
      expect((await verify({ ...claim, signature: hex(alice.sign(message)) })).status).toBe(200);
    });

    test('the main network for a Solana wallet, whatever the wallet says', async () => {
      const { wallet } = aSolanaWallet();
      for (const chain of [undefined, 'Solana', 'Polygon'] as const)
        expect(chainIn((await askNonce(wallet.text, chain)).message)).toBe('mainnet');
    });

    test('the chain of live stakes in live mode, unless the wallet names another one', async () => {
      const live = await aTestApp(database, { env: liveEnv() });
      const { wallet } = anEvmWallet();
      const named = async (chain?: ChainName) => chainIn((await askNonce(wallet.text, chain, live)).message);
      expect(await Promise.all([named(), named('Polygon'), named('Ethereum'), named('BSC')])).toEqual([
        '80002',
        '80002',
        '1',
        '56',
      ]);
      await live.close();
    });
  });

  test('the short form of a signature signs in, but only one of the forms once', async () => {
    const alice = anEvmWallet();
    const { nonce, message } = await askNonce(alice.wallet.text);
    const whole = alice.sign(message);
    const claim = { wallet: alice.wallet.text, nonce, walletType: 'metamask' };
    expect((await verify({ ...claim, signature: `0x${hex(shortFormOf(whole))}` })).status).toBe(200);
    expect((await verify({ ...claim, signature: `0x${hex(whole)}` })).status).toBe(401);
  });

  test.each([
    ['base58', base58Of],
    ['base64', base64Of],
    ['hex', hex],
  ])('a Solana signature in %s signs in', async (_, write) => {
    const alice = aSolanaWallet();
    const { nonce, message } = await askNonce(alice.wallet.text);
    const claim = { wallet: alice.wallet.text, nonce, walletType: 'phantom' };
    expect((await verify({ ...claim, signature: write(alice.sign(message)) })).status).toBe(200);
  });

  test('one signature sent 200 times at once makes one session', async () => {
    const alice = anEvmWallet();
    const claim = await claimOf(alice);
    const answers = await Promise.all(Array.from({ length: 200 }, () => verify(claim)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(199);
    expect(
      await count(sql`
        select count(*)::int as n from sessions s join users u on u.id = s.user_id
        where u.address = ${alice.wallet.text}`),
    ).toBe(1);
  });

  test('a nonce of one wallet is invalid for another', async () => {
    const [alice, bob] = [anEvmWallet(), anEvmWallet()];
    const { nonce, message } = await askNonce(alice.wallet.text);
    const ofBob = message.replace(alice.wallet.text, bob.wallet.text);
    for (const text of [message, ofBob]) {
      expect(
        await verify({
          wallet: bob.wallet.text,
          nonce,
          walletType: 'metamask',
          signature: hex(bob.sign(text)),
        }),
      ).toMatchObject({ status: 401, body: { code: 'sign-in-failed' } });
    }
  });

  test.each<[string, (message: string) => string]>([
    ['another domain', (message) => message.replace('localhost:3000 wants', 'evil.example wants')],
    ['another URI', (message) => message.replace('URI: http://localhost:3000', 'URI: https://evil.example')],
    ['another version', (message) => message.replace('Version: 1', 'Version: 2')],
    ['another chain', (message) => message.replace('Chain ID: 1', 'Chain ID: 137')],
    [
      'another expiry',
      (message) => message.replace(/Expiration Time: .*/, 'Expiration Time: 2099-01-01T00:00:00.000Z'),
    ],
    ['another nonce', (message) => message.replace(/Nonce: .*/, `Nonce: ${'0'.repeat(78)}`)],
    ['an extra line', (message) => `${message}\nResources:`],
    ['Windows line ends', (message) => message.replaceAll('\n', '\r\n')],
    ['a space at the end', (message) => `${message} `],
    ['a line break at the end', (message) => `${message}\n`],
  ])('a message with %s is refused', async (_name, change) => {
    const alice = anEvmWallet();
    const { nonce, message } = await askNonce(alice.wallet.text);
    expect(change(message)).not.toBe(message);
    const signature = hex(alice.sign(change(message)));
    expect(
      await verify({ wallet: alice.wallet.text, nonce, walletType: 'metamask', signature }),
    ).toMatchObject({
      status: 401,
    });
  });

  test.each([
    [-31_000, 401],
    [-29_000, 200],
    [0, 200],
    [299_000, 200],
    [301_000, 401],
  ])('a nonce seen %i ms after its issue answers %i', async (ageMs, status) => {
    clock.stoppedAt = Date.now();
    const claim = await claimOf(anEvmWallet());
    clock.offsetMs = ageMs;
    const answer = await verify(claim);
    Object.assign(clock, { offsetMs: 0, stoppedAt: null });
    expect(answer.status).toBe(status);
  });

  test('a nonce in upper case, changed or made up is refused', async () => {
    const alice = anEvmWallet();
    const claim = await claimOf(alice);
    const forms = [
      claim.nonce.toUpperCase(),
      `0${claim.nonce.slice(1)}`.replace(/.$/, claim.nonce.endsWith('0') ? '1' : '0'),
      claim.nonce.slice(2),
      `${claim.nonce}00`,
      'ab'.repeat(39),
      '',
    ];
    for (const nonce of forms) expect(await verify({ ...claim, nonce })).toMatchObject({ status: 401 });
    expect((await verify(claim)).status).toBe(200);
  });

  test('every malformed signature answers 401', async () => {
    const claim = await claimOf(anEvmWallet());
    const forms = [
      '',
      '0x',
      'ab'.repeat(64),
      'ab'.repeat(66),
      '00'.repeat(65),
      'ff'.repeat(65),
      'zz'.repeat(65),
    ];
    for (const signature of forms) {
      expect(await verify({ ...claim, signature })).toMatchObject({
        status: 401,
        body: { code: 'sign-in-failed' },
      });
    }
    expect((await verify(claim)).status).toBe(200);
  });

  test('a wallet without a key is refused before anything else', async () => {
    const nobody = '1'.repeat(32);
    expect((await app.http.inject({ url: '/api/auth/nonce', query: { wallet: nobody } })).statusCode).toBe(
      400,
    );
  });

  test('six spellings of one address are one user, and a broken checksum is refused', async () => {
    const alice = anEvmWallet();
    const canonical = alice.wallet.text;
    const lower = canonical.toLowerCase();
    const upper = `0x${canonical.slice(2).toUpperCase()}`;
    for (const wallet of [canonical, lower, upper, canonical, lower, upper]) {
      const { nonce, message } = await askNonce(wallet);
      const signature = hex(alice.sign(message));
      const answer = await verify({ wallet, nonce, walletType: 'metamask', signature });
      expect(answer.body.user.publicKey).toBe(canonical);
    }
    expect(await count(sql`select count(*)::int as n from users where lower(address) = ${lower}`)).toBe(1);
    const letter = canonical.search(/(?<=^0x.*)[a-fA-F]/);
    const flipped = canonical[letter] ?? '';
    const other = flipped === flipped.toLowerCase() ? flipped.toUpperCase() : flipped.toLowerCase();
    const broken = canonical.slice(0, letter) + other + canonical.slice(letter + 1);
    const answer = await app.http.inject({ url: '/api/auth/nonce', query: { wallet: broken } });
    // With a single letter the flipped spelling may be all upper or all lower case, which is fine.
    const isOneCase =
      broken.slice(2) === broken.slice(2).toLowerCase() || broken.slice(2) === broken.slice(2).toUpperCase();
    expect(answer.statusCode).toBe(isOneCase ? 200 : 400);
  });

  test('wallet type and address must be of the same family', async () => {
    const [evm, solana] = [anEvmWallet(), aSolanaWallet()];
    const addresses = {
      evm: evm.wallet.text,
      solana: solana.wallet.text,
      'base58 of 20 bytes': '2UzHM3mWUz5Bbd7Bg5pYdGLyzB3a',
      'hex of 32 bytes': `0x${hex(solana.wallet.bytes)}`,
    };
    const legal: string[] = [];
    for (const walletType of [
      'phantom',
      'backpack',
      'metamask',
      'evm',
      'ledger',
      'solana',
      'constructor',
      '',
    ]) {
      for (const [form, wallet] of Object.entries(addresses)) {
        const { status } = await verify({ wallet, walletType, nonce: '00', signature: '00' });
        if (status !== 400) legal.push(`${walletType} ${form} ${status}`);
      }
    }
    expect(legal).toEqual(['phantom solana 401', 'backpack solana 401', 'metamask evm 401', 'evm evm 401']);
  });

  test('odd base58 is refused quickly', async () => {
    const good = aSolanaWallet().wallet.text;
    const odd = [
      `1${good}`,
      good.slice(3),
      `${good} `,
      good.replace(/^./, '0'),
      'O'.repeat(44),
      'l'.repeat(44),
      'а'.repeat(44),
    ];
    for (const wallet of [...odd, 'z'.repeat(44), '1'.repeat(44), 'z'.repeat(10_000)]) {
      const answer = await app.http.inject({ url: '/api/auth/nonce', query: { wallet } });
      expect(answer.statusCode).toBe(400);
    }
  });

  test('requesting nonces stores nothing and does not affect a pending sign-in', async () => {
    const claim = await claimOf(anEvmWallet());
    const before = await count(sql`select count(*)::int as n from used_nonces`);
    await Promise.all(Array.from({ length: 500 }, () => askNonce(claim.wallet)));
    expect(await count(sql`select count(*)::int as n from used_nonces`)).toBe(before);
    expect((await verify(claim)).status).toBe(200);
  });

  test('100 first sign-ins at once make one user with one account, one grant and 20 sessions', async () => {
    const alice = anEvmWallet();
    const claims = await Promise.all(Array.from({ length: 100 }, () => claimOf(alice)));
    const answers = await Promise.all(claims.map(verify));
    expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
    const [made] = await rows(
      database.db,
      sql`
        select count(distinct u.id)::text as users, count(distinct a.id)::text as accounts,
          count(distinct e.id)::text as grants, max(a.balance)::text as balance,
          (select count(*)::text from sessions s where s.user_id = max(u.id) and s.revoked_at is null) as sessions
        from users u join accounts a on a.user_id = u.id
          join postings p on p.to_account = a.id join entries e on e.id = p.entry_id
        where u.address = ${alice.wallet.text}`,
    );
    expect(made).toEqual({ users: '1', accounts: '1', grants: '1', balance: '1000000000', sessions: '20' });
  });

  test('tokens are stored only as hashes', async () => {
    const { token } = await signInWith(app);
    const stored = await rows(
      database.db,
      { text: col.text },
      sql`select row_to_json(s)::text || encode(s.token_hash, 'escape') as text from sessions s`,
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.some(({ text }) => text.includes(token))).toBe(false);
  });
});

describe('a demo sign-in', () => {
  test.each([
    ['Ethereum', 'evm'],
    ['BSC', 'evm'],
    ['Polygon', 'evm'],
    ['Solana', 'phantom'],
  ])('on %s makes a guest of type %s', async (chain, walletType) => {
    const { wallet } = chain === 'Solana' ? aSolanaWallet() : anEvmWallet();
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/auth/demo',
      payload: { wallet: wallet.text, chain },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toEqual({
      publicKey: wallet.text,
      walletType,
      kycLevel: 0,
      dailyStakeCap: 1000,
      verified: false,
    });
  });

  test('keeps the network with the session', async () => {
    const [alice, bob] = [anEvmWallet(), aSolanaWallet()];
    for (const signer of [alice, bob]) await demoSignInWith(app, signer);
    const found = await rows(
      database.db,
      { chain: col.text.orNull },
      sql`
        select s.chain from sessions s join users u on u.id = s.user_id
        where u.address in (${alice.wallet.text}, ${bob.wallet.text}) order by s.chain`,
    );
    expect(found).toEqual([{ chain: 'Polygon' }, { chain: 'Solana' }]);
  });

  test('refuses a wallet of another family', async () => {
    const payload = { wallet: aSolanaWallet().wallet.text, chain: 'Polygon' };
    const answer = await app.http.inject({ method: 'POST', url: '/api/auth/demo', payload });
    expect(answer.json()).toMatchObject({ code: 'invalid-request' });
    expect(answer.statusCode).toBe(400);
  });

  test('does not change the wallet type of the owner', async () => {
    const alice = aSolanaWallet();
    const { headers } = await signInWith(app, alice, 'backpack');
    await demoSignInWith(app, alice);
    const profile = await app.http.inject({ url: '/api/user/profile', headers });
    expect(profile.json()).toMatchObject({ walletType: 'backpack', verified: true });
  });

  test('does not exist in live mode', async () => {
    const live = await aTestApp(database, {
      env: { MODE: 'live', DATABASE_URL: database.url, PUBLIC_ORIGIN: 'https://app.example' },
    });
    const payload = { wallet: anEvmWallet().wallet.text, chain: 'Polygon' };
    const answer = await live.http.inject({ method: 'POST', url: '/api/auth/demo', payload });
    expect(answer.statusCode).toBe(404);
    const { user, headers } = await signInWith(live);
    expect(user).toMatchObject({ dailyStakeCap: 100, verified: true });
    const limits = await live.http.inject({ url: '/api/user/limits', headers });
    expect(limits.json()).toMatchObject({ balance: 0 });
    await live.close();
  });
});

describe('a session', () => {
  test('ends at once with the logout on this process, and on others once they read it again', async () => {
    const other = await aTestApp(database, { now });
    const { headers } = await signInWith(app);
    const asks = async (of: App) => (await of.http.inject({ url: '/api/user/profile', headers })).statusCode;
    expect([await asks(app), await asks(other)]).toEqual([200, 200]);
    const answer = await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect(answer.json()).toEqual({ ok: true });
    expect(await asks(app)).toBe(401);
    await expect.poll(() => asks(other)).toBe(401);
    await other.close();
  });

  test('ends after 12 hours', async () => {
    clock.stoppedAt = Date.now();
    const { headers } = await signInWith(app);
    const asks = async () => (await app.http.inject({ url: '/api/user/profile', headers })).statusCode;
    clock.offsetMs = 12 * 3_600_000 - 5000;
    expect(await asks()).toBe(200);
    clock.offsetMs = 12 * 3_600_000 + 1000;
    expect(await asks()).toBe(401);
    Object.assign(clock, { offsetMs: 0, stoppedAt: null });
  });

  test('is a new one with each sign-in', async () => {
    const alice = anEvmWallet();
    const [first, second] = [await signInWith(app, alice), await signInWith(app, alice)];
    expect(first.token).not.toBe(second.token);
  });

  test('belongs to its own user if many sign in at once', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => signInWith(app)));
    const profiles = await Promise.all(
      users.map(async ({ headers }) => (await app.http.inject({ url: '/api/user/profile', headers })).json()),
    );
    expect(profiles.map((profile) => profile.publicKey)).toEqual(users.map(({ user }) => user.publicKey));
  });
});
