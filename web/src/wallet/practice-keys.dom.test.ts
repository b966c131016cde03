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
  ])('is kept for this tab and gone from the address %s', (page, left) => {
    open(`${page}#practice=${KEY}`, { step: 7 });
    expect(address()).toBe(left);
    expect(window.history.state).toEqual({ step: 7 });
    expect(practiceKeys.read()).toEqual([KEY]);
    expect(JSON.stringify(localStorage)).not.toContain(KEY);
  });

  test('may be written as other programs write keys', () => {
    open(`/admin#practice=0x${KEY.toUpperCase()}`);
    expect(practiceKeys.read()).toEqual([KEY]);
  });

  test('is there after a reload, in which the code starts again', async () => {
    open(`/admin#practice=${KEY}`);
    vi.resetModules();
    const { practiceKeys: again } = await import('./practice-keys.ts');
    expect(again.read()).toEqual([KEY]);
  });

  test('joins those of other links, and is told of once', () => {
    const told = vi.fn();
    const leave = practiceKeys.subscribe(told);
    open(`/admin#practice=${KEY}`);
    open(`/admin#practice=${OTHER}`);
    open(`/admin#practice=${KEY}`);
    leave();
    expect(practiceKeys.read()).toEqual([KEY, OTHER]);
    expect(told).toHaveBeenCalledTimes(2);
    expect(address()).toBe('/admin');
  });

  test.each(['', 'none', KEY.slice(1), `${KEY}0`, `${KEY}&tab=settings`])(
    'that is %j is none, and is gone from the address all the same',
    (text) => {
      open(`/admin#practice=${text}`);
      expect([address(), practiceKeys.read()]).toEqual(['/admin', []]);
    },
  );
});

test.each(['/legal#risk', '/transparency#check', `/admin#practices=${KEY}`, `/admin#${KEY}`, '/admin'])(
  'the address %s stays as it is',
  (deep) => {
    open(deep);
    expect([address(), practiceKeys.read()]).toEqual([deep, []]);
  },
);
