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
  test('of a result: the market, who wins, what is paid, and the rehearsal', () => {
    expect(actLines({ kind: 'approve-result', rehearsal: REHEARSAL })).toEqual([
      'Act: Approve the end of a market',
      'Market: "Rain in Bergen?" (m_a)',
      'Result: "Yes" wins',
      'Paid to bettors: 45.7599 USDC',
      `Rehearsal: ${'ab'.repeat(32)}`,
    ]);
  });
  test('of a result whose outcome has no name: its id', () => {
    const rehearsal = { ...REHEARSAL, outcomeName: null };
    expect(actLines({ kind: 'approve-result', rehearsal })[2]).toBe('Result: "yes" wins');
  });
  test('of a void: that every open stake is given back', () => {
    const rehearsal = { ...REHEARSAL, outcomeId: null, outcomeName: null };
    expect(actLines({ kind: 'approve-result', rehearsal })[2]).toBe(
      'Result: void, every open stake is given back',
    );
  });
  test('of a change: its id and what it comes to', () => {
    expect(actLines({ kind: 'approve-change', changeId: 'c_1', summary: 'Open "Alpha"' })).toEqual([
      'Act: Approve a change',
      'Change: c_1',
      'What: "Open \\"Alpha\\""',
    ]);
  });
});

test('each act and each value of it has a text of its own', () => {
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
  ];
  const texts = acts.map((act) => actMessage(act, FRAME));
  expect(new Set(texts).size).toBe(acts.length);
});

test.each(['\n', '\r', '\0', '\u2028', '\u2029', '\u202e', '\u200b', '\ud800', '\u{e0041}'])(
  'a title with %j stays in its line, and shows the mark',
  (mark) => {
    const title = `Alpha${mark}Nonce: 1`;
    const lines = actLines({ kind: 'approve-result', rehearsal: { ...REHEARSAL, title } });
    expect(lines).toHaveLength(5);
    expect(lines[1]).not.toContain(mark);
    expect(lines[1]).toMatch(/^Market: "Alpha\\[\\\w]+Nonce: 1" \(m_a\)$/);
  },
);

test.each(['domain', 'address', 'nonce'] as const)('a %s with a line break is a broken promise', (part) => {
  const act = { kind: 'break', period: '7-days' } as const;
  expect(() => actMessage(act, { ...FRAME, [part]: 'a\nb' })).toThrow(RangeError);
});

test('what is signed to sign in never is the text of an act', () => {
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
