import { describe, expect, test } from 'vitest';
import { type ActFrame, actLines, actMessage, isLongBreak, type SignedAct } from './act-message.ts';
import { signInMessage } from './sign-in-message.ts';

const FRAME: ActFrame = {
  domain: 'tally.example',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  nonce: '00ff00ff00ff',
  issuedAt: new Date('2026-11-23T10:00:00.000Z'),
  expiresAt: new Date('2026-11-23T10:05:00.000Z'),
};
const REHEARSAL = {
  marketId: 'm_a',
  title: 'Rain in Bergen?',
  outcomeId: 'yes',
  outcomeName: 'Yes',
  paid: 45.7599,
  hash: 'ab'.repeat(32),
};

test('the text of a self-exclusion names the site, the wallet, the act, its time, the nonce and the moment', () => {
  expect(
    actMessage({ kind: 'break', period: '5-years' }, FRAME),
  ).toBe(`tally.example wants you to sign what cannot be undone, with your account:
0x71C7656EC7ab88b098defB751B7401B5f6d8976F

Act: Exclude me from betting
For: 5 years

Nonce: 00ff00ff00ff
Issued At: 2026-11-23T10:00:00.000Z
Expiration Time: 2026-11-23T10:05:00.000Z`);
});

describe('what an act says', () => {
  test('about a result: the market, the winner, the payment, and the rehearsal', () => {
    expect(actLines({ kind: 'approve-result', rehearsal: REHEARSAL })).toEqual([
      'Act: Approve the end of a market',
      'Market: "Rain in Bergen?" (m_a)',
      'Result: "Yes" wins',
      'Paid to bettors: 45.7599 USDC',
      `Rehearsal: ${'ab'.repeat(32)}`,
    ]);
  });
  test('about a result with several winners: their names and their ids', () => {
    const rehearsal = { ...REHEARSAL, alsoWonIds: ['may\nbe'], outcomeName: 'Yes, Maybe' };
    expect(actLines({ kind: 'approve-result', rehearsal })[2]).toBe(
      'Result: "Yes, Maybe" win (yes, may\\u000abe)',
    );
  });
  test('about a result whose outcome has no name: its id', () => {
    const rehearsal = { ...REHEARSAL, outcomeName: null };
    expect(actLines({ kind: 'approve-result', rehearsal })[2]).toBe('Result: "yes" wins');
  });
  test('about a void: that every open stake is refunded', () => {
    const rehearsal = { ...REHEARSAL, outcomeId: null, outcomeName: null };
    expect(actLines({ kind: 'approve-result', rehearsal })[2]).toBe(
      'Result: void, every open stake is given back',
    );
  });
  test('about a change: its id and effect', () => {
    expect(actLines({ kind: 'approve-change', changeId: 'c_1', summary: 'Open "Alpha"' })).toEqual([
      'Act: Approve a change',
      'Change: c_1',
      'What: "Open \\"Alpha\\""',
    ]);
  });
  test('about an objection: the market, the result, the reason, and that it waits for another result', () => {
    const act = {
      kind: 'object',
      rehearsal: REHEARSAL,
      reason: 'It "rained" at noon',
      isSecond: false,
    } as const;
    expect(actLines(act)).toEqual([
      'Act: Object to a result',
      'Market: "Rain in Bergen?" (m_a)',
      'Result: "Yes" wins',
      'Reason: "It \\"rained\\" at noon"',
      'Then: The market waits for another result',
      `Rehearsal: ${'ab'.repeat(32)}`,
    ]);
  });
  test('about the second objection: that the market is void', () => {
    const rehearsal = { ...REHEARSAL, outcomeId: null, outcomeName: null };
    expect(actLines({ kind: 'object', rehearsal, reason: 'No', isSecond: true }).slice(2, 5)).toEqual([
      'Result: void, every open stake is given back',
      'Reason: "No"',
      'Then: The market is void, every open stake is given back',
    ]);
  });
  test('about closing or deleting one market: its title', () => {
    const markets = [{ id: 'm_a', title: 'Rain in Bergen?' }];
    expect(actLines({ kind: 'close-now', markets })).toEqual([
      'Act: End the betting on a market now',
      'Market: "Rain in Bergen?" (m_a)',
    ]);
    expect(actLines({ kind: 'delete', markets })[0]).toBe('Act: Delete a market, if it has no bets');
  });
  test('about several markets: each title, in any order of the request', () => {
    const markets = ['c', 'a', 'b'].map((id) => ({ id: `m_${id}`, title: `Market ${id}` }));
    const lines = [
      'Act: Delete those of 3 markets without bets',
      'Market: "Market a" (m_a)',
      'Market: "Market b" (m_b)',
      'Market: "Market c" (m_c)',
    ];
    expect(actLines({ kind: 'delete', markets })).toEqual(lines);
    expect(actLines({ kind: 'delete', markets: markets.reverse() })).toEqual(lines);
    expect(actLines({ kind: 'close-now', markets })[0]).toBe('Act: End the betting on 3 markets now');
  });
  test('about many markets: eight titles, how many more, and a hash of all ids', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ id: `m_${String.fromCharCode(97 + i)}`, title: `${i}` }));
    expect(actLines({ kind: 'close-now', markets: many(8) })).toHaveLength(9);
    const lines = actLines({ kind: 'close-now', markets: many(10) });
    expect(lines.slice(8)).toEqual([
      'Market: "7" (m_h)',
      'More: 2',
      // printf 'm_a\nm_b\nm_c\nm_d\nm_e\nm_f\nm_g\nm_h\nm_i\nm_j' | sha256sum
      'SHA-256 of all ids: 348de92ede7d43f8952eda55b31b168964dd5ae082a7c609007ad01a33853e3e',
    ]);
  });
});

test('each act and each of its values changes the text', () => {
  const acts: SignedAct[] = [
    ...(['7-days', '30-days', '6-months', '1-year', '5-years'] as const).map(
      (period) => ({ kind: 'break', period }) as const,
    ),
    ...[
      REHEARSAL,
      { ...REHEARSAL, marketId: 'm_b' },
      { ...REHEARSAL, title: 'Snow in Bergen?' },
      { ...REHEARSAL, outcomeName: 'No' },
      { ...REHEARSAL, outcomeId: null },
      { ...REHEARSAL, paid: 45.76 },
      { ...REHEARSAL, hash: 'cd'.repeat(32) },
    ].map((rehearsal) => ({ kind: 'approve-result', rehearsal }) as const),
    { kind: 'approve-change', changeId: 'c_1', summary: 'A' },
    { kind: 'approve-change', changeId: 'c_2', summary: 'A' },
    { kind: 'approve-change', changeId: 'c_1', summary: 'B' },
    { kind: 'object', rehearsal: REHEARSAL, reason: 'A', isSecond: false },
    { kind: 'object', rehearsal: REHEARSAL, reason: 'A', isSecond: true },
    { kind: 'object', rehearsal: REHEARSAL, reason: 'B', isSecond: false },
    { kind: 'object', rehearsal: { ...REHEARSAL, marketId: 'm_b' }, reason: 'A', isSecond: false },
    { kind: 'object', rehearsal: { ...REHEARSAL, outcomeId: null }, reason: 'A', isSecond: false },
    { kind: 'object', rehearsal: { ...REHEARSAL, hash: 'cd'.repeat(32) }, reason: 'A', isSecond: false },
    ...(['close-now', 'delete'] as const).flatMap((kind) =>
      [
        [{ id: 'm_a', title: 'A' }],
        [{ id: 'm_b', title: 'A' }],
        [{ id: 'm_a', title: 'B' }],
        [
          { id: 'm_a', title: 'A' },
          { id: 'm_b', title: 'A' },
        ],
        Array.from({ length: 9 }, (_, i) => ({ id: `m_${i}`, title: 'A' })),
        // Another market among the unnamed ones.
        Array.from({ length: 9 }, (_, i) => ({ id: `m_${i === 8 ? 9 : i}`, title: 'A' })),
      ].map((markets) => ({ kind, markets })),
    ),
  ];
  const texts = acts.map((act) => actMessage(act, FRAME));
  expect(new Set(texts).size).toBe(acts.length);
});

test.each(['\n', '\r', '\0', '\u2028', '\u2029', '\u202e', '\u200b', '\ud800', '\u{e0041}'])(
  'a title with %j stays on its line and shows the character',
  (mark) => {
    const title = `Alpha${mark}Nonce: 1`;
    const lines = actLines({ kind: 'approve-result', rehearsal: { ...REHEARSAL, title } });
    expect(lines).toHaveLength(5);
    expect(lines[1]).not.toContain(mark);
    expect(lines[1]).toMatch(/^Market: "Alpha\\[\\\w]+Nonce: 1" \(m_a\)$/);
  },
);

test.each(['domain', 'address', 'nonce'] as const)('a %s with a line break throws', (part) => {
  const act = { kind: 'break', period: '7-days' } as const;
  expect(() => actMessage(act, { ...FRAME, [part]: 'a\nb' })).toThrow(RangeError);
});

test('a sign-in message is never an act’s text', () => {
  const signIn = signInMessage({
    ...FRAME,
    family: 'evm',
    uri: 'https://tally.example',
    chainId: 1,
  });
  expect(signIn.split('\n')[0]).not.toBe(
    actMessage({ kind: 'break', period: '7-days' }, FRAME).split('\n')[0],
  );
});

test('a break is long when it is longer than a day', () => {
  const periods = ['24-hours', '7-days', '30-days', '6-months', '1-year', '5-years'] as const;
  expect(periods.filter((period) => !isLongBreak(period))).toEqual(['24-hours']);
});
