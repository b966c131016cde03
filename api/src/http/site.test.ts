import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { siteOf } from './site.ts';

const LISTENING = { publicOrigin: null, host: '127.0.0.1', port: 3000 };

const arriving = (localAddress: string | undefined, host: string, localPort = 3000) =>
  // Only these parts of a request are used.
  ({ headers: { host }, socket: { localAddress, localPort } }) as unknown as IncomingMessage;

describe('the site that wallets sign in to', () => {
  test.each<[string, Parameters<typeof siteOf>, string, string]>([
    [
      'the public origin when there is one',
      [arriving('10.0.0.1', 'evil.example'), { ...LISTENING, publicOrigin: 'https://app.example' }],
      'app.example',
      'https://app.example',
    ],
    [
      'with the port of the public origin',
      [arriving('10.0.0.1', 'x'), { ...LISTENING, publicOrigin: 'https://app.example:8443' }],
      'app.example:8443',
      'https://app.example:8443',
    ],
    [
      'localhost when it was asked for as that',
      [arriving('127.0.0.1', 'localhost:3000'), LISTENING],
      'localhost:3000',
      'http://localhost:3000',
    ],
    [
      'the loopback address else',
      [arriving('127.0.0.1', '127.0.0.1:3000'), LISTENING],
      '127.0.0.1:3000',
      'http://127.0.0.1:3000',
    ],
    [
      'never the name another site gave itself',
      [arriving('127.0.0.1', 'evil.example'), LISTENING],
      '127.0.0.1:3000',
      'http://127.0.0.1:3000',
    ],
    [
      'not localhost for callers from outside',
      [arriving('192.168.1.5', 'localhost:3000'), { ...LISTENING, host: '0.0.0.0' }],
      '192.168.1.5:3000',
      'http://192.168.1.5:3000',
    ],
    [
      'an IPv4 address that came over IPv6',
      [arriving('::ffff:192.168.1.5', 'x'), LISTENING],
      '192.168.1.5:3000',
      'http://192.168.1.5:3000',
    ],
    ['IPv6 in brackets', [arriving('::1', '[::1]:3000'), LISTENING], '[::1]:3000', 'http://[::1]:3000'],
    [
      'without the port of http',
      [arriving('192.168.1.5', 'x', 80), LISTENING],
      '192.168.1.5',
      'http://192.168.1.5',
    ],
  ])('is %s', (_name, given, domain, uri) => {
    expect(siteOf(...given)).toEqual({ domain, uri });
  });
});
