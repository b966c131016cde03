import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InPlay } from './in-play.tsx';

afterEach(cleanup);

const market = (inPlay: WireListedMarket['inPlay']) => ({
  title: 'Home vs Away',
  subcategory: 'soccer',
  inPlay,
});

test('a running game shows its score and clock, and announces the score but not the clock', () => {
  const view = render(<InPlay market={market({ delay: 8, score: [1, 0], clock: "63'" })} at="times" />);
  expect(screen.getByText('1–0').getAttribute('aria-hidden')).toBe('true');
  const announced = screen.getByRole('status').textContent;
  expect(announced).toContain('1');
  expect(announced).not.toContain('63');
  view.rerender(<InPlay market={market({ delay: 8, score: [1, 0], clock: "64'" })} at="times" />);
  expect(screen.getByRole('status').textContent).toBe(announced);
  expect(screen.getByText("64'")).toBeDefined();
  view.rerender(<InPlay market={market({ delay: 8, score: [2, 0], clock: "64'" })} at="times" />);
  expect(screen.getByRole('status').textContent).not.toBe(announced);
});

test('a feed without score and clock leaves the badge and that the game runs, and other markets have none', () => {
  const both = (inPlay: WireListedMarket['inPlay']) => (
    <>
      <InPlay market={market(inPlay)} at="badge" />
      <InPlay market={market(inPlay)} at="times" />
    </>
  );
  const view = render(both({ delay: 8 }));
  expect(screen.getByText('IN PLAY')).toBeDefined();
  expect(screen.getByText('Game running')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
  view.rerender(both(undefined));
  expect(view.container.textContent).toBe('');
});
