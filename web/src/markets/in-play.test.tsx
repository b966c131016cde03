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
  const view = render(<InPlay market={market({ delay: 8, score: [1, 0], clock: "63'" })} at="badge" />);
  expect(screen.getByText('IN PLAY')).toBeDefined();
  expect(screen.getByText('1–0').getAttribute('aria-hidden')).toBe('true');
  const announced = screen.getByRole('status').textContent;
  expect(announced).toContain('1');
  expect(announced).not.toContain('63');
  view.rerender(<InPlay market={market({ delay: 8, score: [1, 0], clock: "64'" })} at="badge" />);
  expect(screen.getByRole('status').textContent).toBe(announced);
  expect(screen.getByText("64'")).toBeDefined();
  view.rerender(<InPlay market={market({ delay: 8, score: [2, 0], clock: "64'" })} at="badge" />);
  expect(screen.getByRole('status').textContent).not.toBe(announced);
});

test('a feed without score and clock leaves only the badge, and other markets have none', () => {
  const view = render(<InPlay market={market({ delay: 8 })} at="badge" />);
  expect(screen.getByText('IN PLAY')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
  view.rerender(<InPlay market={market(undefined)} at="badge" />);
  expect(screen.queryByText('IN PLAY')).toBeNull();
});
