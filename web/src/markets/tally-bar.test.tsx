import { aDoubleChance } from '@tallystone/testkit/mock-api/a-game.ts';
import { anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TallyBar } from './tally-bar.tsx';

afterEach(cleanup);

/** The length of each segment as a share of the bar: all begin with no length and grow by their factors. */
function sharesOf(outcomes: Parameters<typeof TallyBar>[0]['outcomes']) {
  const { container } = render(<TallyBar outcomes={outcomes} />);
  const spans = [...container.querySelectorAll<HTMLElement>('.tally-bar > span')];
  expect(spans.map(({ style }) => style.width + style.flexBasis)).toEqual(spans.map(() => ''));
  const growth = spans.map(({ style }) => Number(style.flexGrow));
  const sum = growth.reduce((total, each) => total + each, 0);
  return growth.map((each) => each / sum);
}

test('the segments of a market with one winner are as long as the chances', () => {
  expect(
    sharesOf([anOutcome({ id: 'o_a', probability: 75 }), anOutcome({ id: 'o_b', probability: 25 })]),
  ).toEqual([0.75, 0.25]);
});

test('the segments of a double chance, whose chances add up to 200%, are as long as their shares of it', () => {
  expect(sharesOf(aDoubleChance().outcomes)).toEqual([0.4, 0.35, 0.25]);
});
