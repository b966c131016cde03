import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AgeBanner } from './age-banner.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  // jsdom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const notice = () => screen.queryByRole('region', { name: 'Age notice' });

describe('the age notice', () => {
  test('says who may use the site and what it is', () => {
    render(<AgeBanner />);
    expect(notice()?.textContent).toMatch(/18\+.*skill-based.*not gambling/);
  });

  test('disappears for good once accepted', async () => {
    const { unmount } = render(<AgeBanner />);
    await userEvent.click(screen.getByRole('button', { name: "I'm 18+ and Understand" }));
    expect(notice()).toBeNull();
    expect(localStorage.getItem('compliance-accepted')).toBe('true');
    unmount();
    sessionStorage.clear();
    render(<AgeBanner />);
    expect(notice()).toBeNull();
  });

  test('when closed, disappears only for the session and accepts nothing', async () => {
    const { unmount } = render(<AgeBanner />);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss for this session' }));
    expect(notice()).toBeNull();
    expect(localStorage.getItem('compliance-accepted')).toBeNull();
    unmount();
    const { unmount: again } = render(<AgeBanner />);
    expect(notice()).toBeNull();
    again();
    // A new session begins with an empty session storage.
    sessionStorage.clear();
    render(<AgeBanner />);
    expect(notice()).not.toBeNull();
  });

  test('leads to the legal terms', async () => {
    render(<AgeBanner />);
    await userEvent.click(screen.getByRole('link', { name: 'View Legal Terms' }));
    expect(window.location.pathname).toBe('/legal');
  });

  test('frees the space it took', async () => {
    render(<AgeBanner />);
    const height = () => document.documentElement.style.getPropertyValue('--banner-h');
    expect(height()).toMatch(/^\d+px$/);
    await userEvent.click(screen.getByRole('button', { name: "I'm 18+ and Understand" }));
    expect(height()).toBe('0px');
  });
});
