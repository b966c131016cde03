import { httpApi } from '@tallystone/core/http-api';
import {
  answers,
  fakeServer,
  noAnswer,
  refusal,
  type Step,
} from '@tallystone/testkit/fake-fetch/fake-server.ts';
import { describe, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { privateKeyWallet } from './wallet.ts';

const wallet = privateKeyWallet(`${'00'.repeat(31)}01`);
const QUOTE = {
  quoteId: 'q_1',
  marketId: 'm_1',
  outcomeId: 'o_c4a7x2m5q3k6t4z7b2n5',
  amount: 25,
  odds: 1.91,
  minOdds: 1.9,
  potentialWin: 22.75,
  totalReturn: 47.75,
  maxStake: 480,
  version: 7,
};
const BET_SIGNATURE =
  '0x47c77ab1bb6790c6fc052a2a64ef36ba076180f27a9c228f5928f0a27bc722ce176be63ef5425ff3c2b23d2403eb4e11fce29aa979296b68f0bbc1fcd5b29e3e1b';

const nonceFor = (domain: string): Step =>
  answers(
    200,
    JSON.stringify({
      nonce: 'n1',
      message: `${domain} wants you to sign in with your Ethereum account:\n${wallet.address}\n\nMore.`,
    }),
  );
const session = (token: string) => answers(200, JSON.stringify({ token, user: {} }));

test('has a method for every call of the table that ends', () => {
  const { api } = connect('http://test');
  expect(Object.keys(api)).toEqual(Object.keys(httpApi).filter((name) => name !== 'openStream'));
});

test('puts parameters and query into the address', async () => {
  const server = fakeServer(answers(200, '{}'));
  const { api } = connect('http://test/some/page', { fetch: server.fetch });
  await api.getQuote({ params: { id: 'm/1' }, query: { outcomeId: 'o_1', amount: '25' } });
  expect(server.requests[0]?.url).toBe('http://test/api/markets/m%2F1/quote?outcomeId=o_1&amount=25');
});

test('reads files as files', async () => {
  const server = fakeServer(answers(200, 'a,b'));
  const { api } = connect('http://test', { fetch: server.fetch });
  expect(await api.exportData({ query: { set: 'bets' } })).toBe('a,b');
  expect(await api.getMarketPicture({ params: { id: 'm_1' } })).toBeInstanceOf(Blob);
});

describe('signing in', () => {
  test('signs the server’s text and keeps the token', async () => {
    const server = fakeServer(nonceFor('test'), session('t1'), answers(200, '{}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    expect(client.token).toBe(null);
    await client.signIn();
    await client.api.getProfile();
    expect(client.token).toBe('t1');
    expect(server.requests[0]?.url).toContain(`wallet=${wallet.address}&chain=Polygon`);
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({
      wallet: wallet.address,
      nonce: 'n1',
      walletType: 'evm',
      chain: 'Polygon',
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    });
    expect(server.requests[2]?.headers).toMatchObject({ Authorization: 'Bearer t1' });
  });

  test.each(['other.example', 'test.evil.example'])('signs no text of another site: %s', async (domain) => {
    const server = fakeServer(nonceFor(domain), session('t1'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    await expect(client.signIn()).rejects.toMatchObject({ code: 'wrong-domain' });
    expect(server.requests).toHaveLength(1);
  });

  test('takes the name of a site that is reached by another address', async () => {
    const server = fakeServer(nonceFor('app.example'), session('t1'));
    const client = connect('http://10.0.0.1:3000', { wallet, domain: 'app.example', fetch: server.fetch });
    await client.signIn();
    expect(client.token).toBe('t1');
  });

  test('happens again by itself when the session has ended, once', async () => {
    const ended = refusal(401, 'unauthenticated');
    const server = fakeServer(ended, nonceFor('test'), session('t2'), answers(200, '{"totalBets":0}'), ended);
    const client = connect('http://test', { wallet, token: 't1', fetch: server.fetch });
    expect(await client.api.getProfile()).toEqual({ totalBets: 0 });
    expect(server.requests.map(({ headers }) => headers.Authorization)).toEqual([
      'Bearer t1',
      'Bearer t1',
      'Bearer t1',
      'Bearer t2',
    ]);
  });

  test('does not happen by itself for a client that never signed in', async () => {
    const server = fakeServer(refusal(401, 'unauthenticated'));
    const { api } = connect('http://test', { wallet, fetch: server.fetch });
    await expect(api.getProfile()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a bet', () => {
  test('is signed with the odds that the quote suggests, and sent with a key', async () => {
    const server = fakeServer(answers(200, '{"id":"b_1"}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    expect(await client.placeBet(QUOTE)).toEqual({ id: 'b_1' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      publicKey: wallet.address,
      marketId: 'm_1',
      outcomeId: QUOTE.outcomeId,
      amount: 25,
      odds: 1.9,
      signature: BET_SIGNATURE,
      quoteId: 'q_1',
    });
    expect(server.requests[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('that was stored is the same bet when it is sent again', async () => {
    const server = fakeServer(noAnswer(), answers(200, '{}'));
    const client = connect('http://test', { wallet, attempts: 1, fetch: server.fetch });
    const bet = await client.signBet(QUOTE);
    await expect(client.sendBet(bet)).rejects.toMatchObject({ isOutcomeUnknown: true });
    await client.sendBet(bet);
    const [first, second] = server.requests;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers).toEqual(first?.headers);
  });

  test('with a live stake is refused, because this client signs none', async () => {
    const client = connect('http://test', { wallet, fetch: fakeServer().fetch });
    const live = { betId: 'b_1', deadline: 1 };
    await expect(client.placeBet({ ...QUOTE, live })).rejects.toMatchObject({ code: 'live-unsupported' });
  });

  test('is sold for a signed amount', async () => {
    const server = fakeServer(answers(200, '{}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    await client.cashOut({ betId: 'b_q5r2t7w3y6u4i2o5p7a3', amount: 24.1 });
    expect(server.requests[0]?.url).toBe('http://test/api/bets/b_q5r2t7w3y6u4i2o5p7a3/cash-out');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      amount: 24.1,
      signature:
        '0x4e3fca0c897b7166321d6b21c2de3f78cc22a2437998dd4c858de3d0a64068ed73de130a9d70b1855aa82064a207b78d82278c20e3972cdfe92b84b5759e54f81b',
    });
  });

  test('is sold automatically at a signed amount, which is sent again after no answer', async () => {
    const server = fakeServer(noAnswer(), answers(200, '{}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    await client.setAutomaticCashOut({ betId: 'b_q5r2t7w3y6u4i2o5p7a3', amount: 24.1 });
    const [first, second] = server.requests;
    expect(first?.method).toBe('PUT');
    expect(first?.url).toBe('http://test/api/bets/b_q5r2t7w3y6u4i2o5p7a3/automatic-cash-out');
    const text = 'Cash out automatically: b_q5r2t7w3y6u4i2o5p7a3 for at least 24.1 USDC';
    expect(JSON.parse(first?.body ?? '')).toEqual({
      amount: 24.1,
      signature: await wallet.signMessage(text),
    });
    expect(second?.body).toBe(first?.body);
  });

  test('is no longer sold automatically once that is cancelled', async () => {
    const server = fakeServer(answers(200, '{"betId":"b_1"}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    expect(await client.cancelAutomaticCashOut({ betId: 'b_1' })).toEqual({ betId: 'b_1' });
    expect(server.requests[0]?.url).toBe('http://test/api/bets/b_1/automatic-cash-out/cancel');
    expect(server.requests[0]?.body).toBeUndefined();
  });

  test('needs a wallet', async () => {
    await expect(connect('http://test').placeBet(QUOTE)).rejects.toThrow('no wallet');
  });
});

describe('a combo', () => {
  const COMBO = {
    legs: [
      { marketId: 'm_2', outcomeId: 'o_g2h5j7k3l4m6n2p5q7r3' },
      { marketId: 'm_1', outcomeId: 'o_e6c3z4o7s5m2v6b3d4p7' },
    ],
    amount: 10,
    odds: 3.8,
  };

  test('is signed with its outcomes in ascending order, and is the same one when it is sent again', async () => {
    const server = fakeServer(noAnswer(), answers(200, '{"id":"c_1"}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    expect(await client.placeCombo(COMBO)).toEqual({ id: 'c_1' });
    const [first, second] = server.requests;
    expect(first?.url).toBe('http://test/api/combos');
    expect(JSON.parse(first?.body ?? '')).toEqual({
      ...COMBO,
      publicKey: wallet.address,
      signature:
        '0x507432b186ebac97869d0c094590b688d0822615cc7c06a7f2d859b6a1432266436ce16a1c52127cc7b2a9219db667b638c11d36a5f153d135241562c8db82591c',
    });
    expect(first?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.headers).toEqual(first?.headers);
  });

  test('is sold for a signed amount', async () => {
    const server = fakeServer(answers(200, '{}'));
    const client = connect('http://test', { wallet, fetch: server.fetch });
    await client.cashOutCombo({ comboId: 'c_u4m7p2x5k3w6t7y2o5r6', amount: 11.2 });
    expect(server.requests[0]?.url).toBe('http://test/api/combos/c_u4m7p2x5k3w6t7y2o5r6/cash-out');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      amount: 11.2,
      signature:
        '0x6d2fdef2b07b472fd53ed67060a0a85432551e8a914eb4b6aeca195c7ed2e58920d73a3139229eee994758c059dbe34fb37c2db0b4d256cd383843be5be621ba1c',
    });
  });
});
