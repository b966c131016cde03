import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MarketTimes } from './market-times.tsx';

afterEach(cleanup);

const NOW = new Date('2026-11-26T12:00:00.000Z');
const textOf = (startsAt: string | undefined, endsAt: string) => {
  const market = { ...aMarket(), endsAt, ...(startsAt !== undefined && { startsAt }) };
  return render(<MarketTimes market={market} now={NOW} />).container.textContent;
};

test.each([
  ['a market without a start', undefined, '2026-11-26T13:29:00.000Z', /^Starts .*1h 29m until betting ends$/],
  ['a game', '2026-11-26T13:29:00.000Z', '2026-11-26T13:29:00.000Z', /^Starts .*1h 29m until it starts$/],
  ['a live market', undefined, '2026-11-26T12:29:00.000Z', /^Live - Ends .*29m until betting ends$/],
  ['a market that is over', undefined, '2026-11-26T11:29:00.000Z', /^Ended .*Ended$/],
])('the time left of %s says what it is until', (_, startsAt, endsAt, text) => {
  expect(textOf(startsAt, endsAt)).toMatch(text);
});
