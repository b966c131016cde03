import { describe, expect, test } from 'vitest';
import { networkOf, rateLimits } from './rate-limits.ts';

const aClock = () => {
  const clock = { ms: 0 };
  return { clock, limits: rateLimits(() => clock.ms) };
};

describe('rate limits', () => {
  test('a user may place 20 bets at once, then 10 a second', () => {
    const { clock, limits } = aClock();
    const bet = () => limits.count({ rate: 'bet', address: '192.0.2.1', userId: 'u1' });
    for (let n = 0; n < 20; n++) bet();
    expect(bet).toThrow('Too many requests; try again in 1 second.');
    clock.ms += 1000;
    for (let n = 0; n < 10; n++) bet();
    expect(bet).toThrow('Too many requests');
    limits.count({ rate: 'bet', address: '192.0.2.1', userId: 'u2' });
  });

  test('30 nonces a minute per address, and the wait is told', () => {
    const { limits } = aClock();
    const ask = (address: string) => limits.count({ rate: 'nonce', address, userId: null });
    for (let n = 0; n < 30; n++) ask('192.0.2.1');
    expect(() => ask('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'rate-limited', retryAfterSeconds: 2 }),
    );
    ask('192.0.2.2');
  });

  test('5 sign-ins a minute of one wallet from one address, and a stranger cannot use them up', () => {
    const { limits } = aClock();
    for (let n = 0; n < 5; n++) limits.countSignIn({ address: '192.0.2.1', wallet: 'w' });
    expect(() => limits.countSignIn({ address: '192.0.2.1', wallet: 'w' })).toThrow('Too many requests');
    limits.countSignIn({ address: '192.0.2.9', wallet: 'w' });
  });

  test('health is never limited', () => {
    const { limits } = aClock();
    for (let n = 0; n < 10_000; n++) limits.count({ rate: 'none', address: '192.0.2.1', userId: null });
  });

  test('many callers do not grow the memory without bound, and active ones keep their count', () => {
    const { limits } = aClock();
    for (let n = 0; n < 200_000; n++) {
      limits.count({ rate: 'read', address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, userId: null });
    }
    expect(() => limits.count({ rate: 'read', address: '192.0.2.1', userId: null })).not.toThrow();
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
