import { beforeEach, describe, expect, test, vi } from 'vitest';
import { practiceKeys } from './practice-keys.ts';

const KEY = '0123456789abcdef'.repeat(4);
const OTHER = 'fedcba9876543210'.repeat(4);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

function open(address: string, state: unknown = null): void {
  window.history.replaceState(state, '', address);
  practiceKeys.takeFromAddress();
}
const address = () => window.location.pathname + window.location.search + window.location.hash;

describe('the key of a practice link', () => {
  test.each([
    ['/admin', '/admin'],
    ['/admin?tab=settings', '/admin?tab=settings'],
    ['/', '/'],
    ['/market/m_1', '/market/m_1'],
  ])('is kept for this tab and removed from the URL %s', (page, left) => {
    open(`${page}#practice=${KEY}`, { step: 7 });
    expect(address()).toBe(left);
    expect(window.history.state).toEqual({ step: 7 });
    expect(practiceKeys.read()).toEqual([KEY]);
    expect(JSON.stringify(localStorage)).not.toContain(KEY);
  });

  test('can have the forms in which other programs write keys', () => {
    open(`/admin#practice=0x${KEY.toUpperCase()}`);
    expect(practiceKeys.read()).toEqual([KEY]);
  });

  test('is still there after a reload', async () => {
    open(`/admin#practice=${KEY}`);
    vi.resetModules();
    const { practiceKeys: again } = await import('./practice-keys.ts');
    expect(again.read()).toEqual([KEY]);
  });

  test('is added to those of other links, and listeners are called once', () => {
    const listener = vi.fn();
    const leave = practiceKeys.subscribe(listener);
    open(`/admin#practice=${KEY}`);
    open(`/admin#practice=${OTHER}`);
    open(`/admin#practice=${KEY}`);
    leave();
    expect(practiceKeys.read()).toEqual([KEY, OTHER]);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(address()).toBe('/admin');
  });

  test.each(['', 'none', KEY.slice(1), `${KEY}0`, `${KEY}&tab=settings`])(
    'that is %j is ignored, but removed from the URL',
    (text) => {
      open(`/admin#practice=${text}`);
      expect([address(), practiceKeys.read()]).toEqual(['/admin', []]);
    },
  );
});

test.each(['/legal#risk', '/transparency#check', `/admin#practices=${KEY}`, `/admin#${KEY}`, '/admin'])(
  'the URL %s stays unchanged',
  (deep) => {
    open(deep);
    expect([address(), practiceKeys.read()]).toEqual([deep, []]);
  },
);
