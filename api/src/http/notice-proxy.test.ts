import { expect, test } from 'vitest';
import { proxySignOf } from './notice-proxy.ts';

const HERE = { host: 'localhost:3000', connection: 'keep-alive', accept: '*/*' };

test.each([
  ['a browser at this machine', HERE, '1.1', null],
  ['by its address', { ...HERE, host: '127.0.0.1:3000' }, '1.1', null],
  ['by its address of IPv6', { ...HERE, host: '[::1]:3000' }, '1.1', null],
  ['by a host of the default port', { ...HERE, host: 'localhost' }, '1.1', null],
  ['a request without a host, which is refused', {}, '1.1', null],
  ['the proxy of npm run dev', { ...HERE, connection: 'close' }, '1.1', null],
  ['ab, which asks by the old protocol', { host: 'localhost:3000', accept: '*/*' }, '1.0', null],
  ['a page of this machine', { ...HERE, origin: 'http://localhost:5173' }, '1.1', null],
  ['a page of this machine by IPv6', { ...HERE, origin: 'http://[::1]:5173' }, '1.1', null],
  ['a page without an origin', { ...HERE, origin: 'null' }, '1.1', null],
  [
    'a page of another site',
    { ...HERE, origin: 'https://site.example', 'sec-fetch-site': 'cross-site' },
    '1.1',
    null,
  ],
  [
    'a page of the server itself, through a nginx of today as it comes',
    { ...HERE, origin: 'https://demo.example', 'sec-fetch-site': 'same-origin' },
    '1.1',
    'origin',
  ],
  ['one without TLS', { ...HERE, origin: 'http://192.168.1.5:8080' }, '1.1', 'origin'],
  ['nginx before 1.29.7 as it comes', { host: '127.0.0.1:3000', connection: 'close' }, '1.0', 'HTTP/1.0'],
  [
    'Caddy as it comes',
    { ...HERE, host: 'demo.example', 'x-forwarded-for': '192.0.2.1' },
    '1.1',
    'x-forwarded-for',
  ],
  ['a header without a value', { ...HERE, 'x-forwarded-for': '' }, '1.1', 'x-forwarded-for'],
  ['a forwarded host', { ...HERE, 'x-forwarded-host': 'demo.example' }, '1.1', 'x-forwarded-host'],
  ['a forwarded scheme', { ...HERE, 'x-forwarded-proto': 'https' }, '1.1', 'x-forwarded-proto'],
  ['the standard header', { ...HERE, forwarded: 'for=192.0.2.1' }, '1.1', 'forwarded'],
  ['a real address', { ...HERE, 'x-real-ip': '192.0.2.1' }, '1.1', 'x-real-ip'],
  ['a way', { ...HERE, via: '1.1 proxy' }, '1.1', 'via'],
  ['a public name', { ...HERE, host: 'demo.example' }, '1.1', 'host'],
  ['a name that begins like one of this machine', { ...HERE, host: 'localhost.example:3000' }, '1.1', 'host'],
  ['an address of the network', { ...HERE, host: '192.168.1.5:3000' }, '1.1', 'host'],
])('%s', (_name, headers, httpVersion, sign) => {
  expect(proxySignOf({ headers, httpVersion })).toBe(sign);
});
