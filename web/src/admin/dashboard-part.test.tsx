import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DashboardPart } from './dashboard-part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a tab whose code fails to load shows an error and loads on retry', async () => {
  // React logs the error that this test causes.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isOnline = false;
  const load = vi.fn(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>The figures</p> };
  });
  const user = userEvent.setup();
  const page = render(<DashboardPart load={load} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This tab could not be loaded');
  expect(alert.textContent).not.toMatch(/your (bets|money)/i);

  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('alert');
  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('The figures');
  expect(load).toHaveBeenCalledTimes(3);

  // On reopening it renders at once.
  page.unmount();
  render(<DashboardPart load={load} />);
  expect(screen.getByText('The figures')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});
