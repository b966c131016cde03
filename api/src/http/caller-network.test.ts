import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openCallerNetworks } from './caller-network.ts';

/** The network of a request from a peer with this header. */
function networkOf(trustedProxies: number, forwarded: string | undefined, peer = '10.0.0.1'): string {
  const networks = openCallerNetworks({ trustedProxies, now: () => new Date(), onDistrust: () => undefined });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  // Nothing else of the request is read.
  return networks.of({ url: '/', headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage);
}

test.each([
  ['without proxies the header is ignored', 0, '192.0.2.1', '10.0.0.1'],
  ['one proxy adds the address that it saw', 1, '192.0.2.1', '192.0.2.1'],
  ['an address that the caller claims comes first and is ignored', 1, '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['with two proxies, the outer one saw the caller', 2, '203.0.113.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['a caller that bypassed the outer proxy', 2, '192.0.2.1', '192.0.2.1'],
  ['an address with its port', 1, '192.0.2.1:4711', '192.0.2.1'],
  ['an address of IPv6 with its port', 1, '[2001:db8:1:2::3]:4711', '2001:db8:1:2::'],
  ['an address of IPv6', 1, '2001:db8:1:2::3', '2001:db8:1:2::'],
  ['an address of IPv4 in IPv6', 1, '::ffff:192.0.2.1', '192.0.2.1'],
  ['a word is not an address', 1, 'unknown', '10.0.0.1'],
  ['an empty header', 1, '', '10.0.0.1'],
  ['an empty entry', 1, '192.0.2.1,', '10.0.0.1'],
  ['no header', 1, undefined, '10.0.0.1'],
])('%s', (_name, trustedProxies, forwarded, expected) => {
  expect(networkOf(trustedProxies, forwarded)).toBe(expected);
});

test('a request that bypasses the proxy has the address of its connection, and the proxy stays trusted', () => {
  const networks = openCallerNetworks({
    trustedProxies: 1,
    isDirect: ({ headers }) => headers.host === 'localhost',
    now: () => new Date(),
    onDistrust: () => undefined,
  });
  const of = (headers: IncomingMessage['headers']) =>
    networks.of({ url: '/', headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage);
  expect(of({ host: 'localhost' })).toBe('127.0.0.1');
  expect(of({ host: 'localhost', 'x-forwarded-for': '192.0.2.1' })).toBe('192.0.2.1');
  expect(of({ host: 'demo.example' })).toBe('127.0.0.1');
  expect(of({ host: 'localhost', 'x-forwarded-for': '192.0.2.1' })).toBe('127.0.0.1');
});

test('a proxy that sends no header is distrusted for a minute, and others stay trusted', () => {
  let clock = 0;
  const distrusted: string[] = [];
  const networks = openCallerNetworks({
    trustedProxies: 1,
    now: () => new Date(clock),
    onDistrust: (peer) => distrusted.push(peer),
  });
  const of = (peer: string, forwarded?: string, url = '/') =>
    networks.of({
      url,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: peer },
    } as unknown as IncomingMessage);
  of('10.0.0.1', undefined, '/api/health/ready');
  expect(of('10.0.0.1', '192.0.2.1')).toBe('192.0.2.1');
  of('10.0.0.1');
  clock += 30_000;
  of('10.0.0.1');
  expect(of('10.0.0.1', '192.0.2.1')).toBe('10.0.0.1');
  expect(of('10.0.0.2', '192.0.2.1')).toBe('192.0.2.1');
  clock += 59_999;
  expect(of('10.0.0.1', '192.0.2.1')).toBe('10.0.0.1');
  clock += 1;
  expect(of('10.0.0.1', '192.0.2.1')).toBe('192.0.2.1');
  // Reported once.
  expect(distrusted).toEqual(['10.0.0.1']);
});
