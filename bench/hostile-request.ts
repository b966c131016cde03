import { betMessage } from '@tallystone/core/betting/bet-message';
import { cashOutMessage, partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { HOSTILE_KEYS, hostileJson, hostilePathPart, hostileQuery } from './hostile-values.ts';
import type { Random } from './random.ts';

/** A caller, and existing things that the request may name. */
export interface Caller {
  /** Null for a signed-out caller. */
  token: string | null;
  wallet: EvmWallet;
}

export interface HostileRequest {
  bytes: Buffer;
  endpoint: keyof typeof httpApi | 'none';
  method: string;
  /** What was changed, for the person who looks at a failure. */
  how: string;
}

type Fields = Map<string, string>;

interface Draft {
  method: string;
  path: string;
  headers: [string, string][];
  /** JSON texts by key; null for no body. */
  fields: Fields | null;
  /** Replaces the fields if set. */
  raw: Buffer | null;
  how: string[];
}

const NAMES = Object.keys(httpApi).filter((name): name is keyof typeof httpApi => name in httpApi);
/** Most of the danger is in bodies, so endpoints with one come up more often. */
const WEIGHTED = NAMES.flatMap((name) => {
  const endpoint: Endpoint = httpApi[name];
  if (name === 'placeBet') return Array.from({ length: 14 }, () => name);
  return endpoint.body === undefined ? [name] : [name, name, name, name];
});

/**
 * A request that starts as a valid one for some endpoint and is then spoiled in one to three ways, or in none:
 * valid ones prove that the others are refused because of what is wrong with them.
 */
export function composeHostileRequest(
  random: Random,
  { caller, markets }: { caller: Caller; markets: readonly WireListedMarket[] },
): HostileRequest {
  if (random.chance(0.02)) return { ...garbage(random), endpoint: 'none' };
  const name = random.pick(WEIGHTED);
  const draft = validDraft(random, { name, caller, markets });
  const spoilers = draft.fields === null ? AROUND_BODY : [...IN_BODY, ...IN_BODY, ...IN_BODY, ...AROUND_BODY];
  const times = random.pick([0, 1, 1, 1, 1, 2, 2, 3]);
  for (let i = 0; i < times; i++) {
    const spoil = random.pick(spoilers);
    draft.how.push(spoil.name);
    spoil(draft, random);
  }
  return {
    bytes: toBytes(draft),
    endpoint: name,
    method: draft.method,
    how: draft.how.join(', ') || 'valid',
  };
}

// ---- valid ones ----------------------------------------------------------------------------------------

function validDraft(
  random: Random,
  {
    name,
    caller,
    markets,
  }: { name: keyof typeof httpApi; caller: Caller; markets: readonly WireListedMarket[] },
): Draft {
  const endpoint: Endpoint = httpApi[name];
  const market = random.pick(markets);
  const headers: [string, string][] = [['host', '127.0.0.1']];
  if (caller.token !== null) headers.push(['authorization', `Bearer ${caller.token}`]);
  // Sometimes an outcome of another market, which no screen would send.
  const foreign = random.chance(0.05) ? random.pick(markets) : market;
  const outcome = random.pick(foreign.outcomes);
  const fields = endpoint.body === undefined ? null : validFields(random, { name, caller, market, outcome });
  const amount = random.pick(['1', '0.5', '25', '25.00', '250']);
  const query: Partial<Record<keyof typeof httpApi, string>> = {
    getNonce: `?wallet=${caller.wallet.address}`,
    openStream: `?after=${random.pick(['0', '1', '99999999999999999999', 'x', ''])}`,
    getCashOut: random.pick(['', `?stake=${amount}`]),
    getQuote: `?outcomeId=${random.pick(market.outcomes).id}&amount=${amount}`,
  };
  const path = endpoint.path.replace(':id', market.id) + (query[name] ?? '');
  return { method: endpoint.method, path, headers, fields, raw: null, how: [] };
}

function validFields(
  random: Random,
  bet: { name: keyof typeof httpApi; caller: Caller; market: WireListedMarket; outcome: WireOutcome },
): Fields {
  const { name, caller, market, outcome } = bet;
  const text = (value: string) => JSON.stringify(value);
  const { wallet } = caller;
  switch (name) {
    case 'placeBet': {
      // Sometimes the wallet really signs the hostile amount, so that the checks behind the signature are reached.
      const amount = random.chance(0.3)
        ? hostileJson(random)
        : random.pick(['0.01', '0.05', '"0.10"', '1', '2.5']);
      const chosen = random.pick([String(outcome.odds), String(outcome.odds), String(outcome.odds), '900']);
      const odds = random.chance(0.15) ? hostileJson(random) : chosen;
      const signedText = betMessage({
        amount: asSigned(amount),
        outcomeId: outcome.id,
        odds: asSigned(odds),
      });
      return new Map([
        ['publicKey', text(random.chance(0.03) ? evmWallet(random.bytes(32)).address : wallet.address)],
        ['marketId', text(market.id)],
        ['outcomeId', text(outcome.id)],
        ['amount', amount],
        ['odds', odds],
        ['signature', text(wallet.sign(signedText))],
        ['txHash', random.pick(['null', '"0xabc"'])],
      ]);
    }
    case 'cashOut': {
      // The bet is unknown, which is only noticed once the signature is found to be right.
      const signable = () =>
        random.chance(0.3) ? hostileJson(random) : random.pick(['1', '2.5', '"1.50"', '0.999', '0']);
      const [amount, stake, of] = [signable(), signable(), signable()];
      const isPart = random.chance(0.7);
      const signed = { betId: market.id, amount: asSigned(amount) };
      const signedText = isPart
        ? partialCashOutMessage({ ...signed, stake: asSigned(stake), of: asSigned(of) })
        : cashOutMessage(signed);
      return new Map([
        ['amount', amount],
        ...(isPart
          ? [['part', random.chance(0.2) ? signable() : `{"stake":${stake},"of":${of}}`] as const]
          : []),
        ['signature', text(wallet.sign(signedText))],
      ]);
    }
    case 'verifySignIn':
      return new Map([
        ['wallet', text(wallet.address)],
        ['signature', text(wallet.sign('not the message'))],
        ['nonce', text('a'.repeat(40))],
        ['walletType', text('metamask')],
      ]);
    case 'demoSignIn':
      return new Map([
        // Each call creates another guest, for any wallet.
        ['wallet', text(evmWallet(random.bytes(32)).address)],
        ['chain', text('Ethereum')],
      ]);
    default:
      return new Map();
  }
}

/** What the server would put into the signed text for this JSON text, if it can be read at all. */
function asSigned(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    // Not JSON, so the body will be refused before its signature is checked.
    return json;
  }
}

// ---- spoiling ------------------------------------------------------------------------------------------

type Spoiler = (draft: Draft, random: Random) => void;

const pickKey = (fields: Fields, random: Random) => random.pick([...fields.keys(), 'amount']);

const IN_BODY: readonly Spoiler[] = [
  function hostileField({ fields }, random) {
    fields?.set(pickKey(fields, random), hostileJson(random));
  },
  function anotherField({ fields }, random) {
    fields?.set(random.pick(HOSTILE_KEYS), random.pick(['2', 'true', '"admin"', hostileJson(random)]));
  },
  function missingField({ fields }, random) {
    fields?.delete(pickKey(fields, random));
  },
  function swappedFields({ fields }, random) {
    const [a, b] = [pickKey(fields ?? new Map(), random), pickKey(fields ?? new Map(), random)];
    const [first, second] = [fields?.get(a), fields?.get(b)];
    if (first !== undefined && second !== undefined) fields?.set(a, second).set(b, first);
  },
  function doubledKey(draft, random) {
    const key = pickKey(draft.fields ?? new Map(), random);
    draft.raw = Buffer.from(
      bodyOf(draft)
        .toString('utf8')
        .replace('{', `{${JSON.stringify(key)}:${hostileJson(random)},`),
    );
  },
  function cutShort(draft, random) {
    const body = bodyOf(draft);
    draft.raw = body.subarray(0, random.between(0, body.length));
  },
  function flippedBytes(draft, random) {
    const body = Buffer.from(bodyOf(draft));
    for (let i = random.between(1, 8); i > 0 && body.length > 0; i--) {
      body[random.between(0, body.length - 1)] = random.between(0, 255);
    }
    draft.raw = body;
  },
  function randomBytes(draft, random) {
    draft.raw = Buffer.from(random.bytes(random.between(0, 400)));
  },
  function anotherValue(draft, random) {
    draft.raw = Buffer.from(hostileJson(random));
  },
  function inAnArray(draft) {
    draft.raw = Buffer.concat([Buffer.from('['), bodyOf(draft), Buffer.from(']')]);
  },
  function marked(draft, random) {
    const mark = random.pick([[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0x00], [0x1f, 0x8b]]);
    draft.raw = Buffer.concat([Buffer.from(mark), bodyOf(draft)]);
  },
  function trailing(draft, random) {
    draft.raw = Buffer.concat([
      bodyOf(draft),
      Buffer.from(random.pick(['}', '{}', ' //', '\n\n', '\u0000', ',', 'null'])),
    ]);
  },
  function tooLarge(draft, random) {
    const size = random.pick([17_000, 64_000, 300_000]);
    draft.raw = Buffer.concat([bodyOf(draft), Buffer.alloc(size, ' ')]);
  },
];

const AROUND_BODY: readonly Spoiler[] = [
  function anotherMethod(draft, random) {
    draft.method = random.pick([
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'FOO',
    ]);
  },
  function anotherBody(draft, random) {
    draft.raw = Buffer.from(random.pick(['{}', 'null', hostileJson(random)]));
  },
  function hostilePath(draft, random) {
    const parts = draft.path.split('/');
    parts[random.between(1, parts.length - 1)] = hostilePathPart(random);
    draft.path = parts.join('/');
  },
  function pathTail(draft, random) {
    draft.path += random.pick(['/', '//', '/x', '%2f', '.json', '/../config', '/%2e%2e/admin', '?', '#x']);
  },
  function hostileSearch(draft, random) {
    draft.path = draft.path.replace(/\?.*/, '') + hostileQuery(random);
  },
  function contentType(draft, random) {
    draft.headers.push([
      'content-type',
      random.pick([
        ...[
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/xml',
          '',
        ],
        ...[
          'application/json; charset=utf-16',
          'application/json;;',
          'APPLICATION/JSON',
          'application/json, text/plain',
          '*/*',
        ],
        ...[
          'application/problem+json',
          'application/json; charset="',
          'application/jsonx',
          `a/${'b'.repeat(3_000)}`,
        ],
      ]),
    ]);
  },
  function hostileHeader(draft, random) {
    const name = random.pick([
      ...[
        'idempotency-key',
        'authorization',
        'accept',
        'accept-encoding',
        'if-none-match',
        'origin',
        'cookie',
        'range',
      ],
      ...[
        'x-forwarded-for',
        'x-request-id',
        'content-encoding',
        'expect',
        'upgrade',
        'sec-fetch-site',
        'x-http-method-override',
      ],
    ]);
    const value = random.pick([
      ...[
        '',
        ' ',
        '*',
        '0',
        'null',
        'Bearer',
        'Bearer ',
        'Bearer a b',
        `Bearer ${'A'.repeat(5_000)}`,
        'Basic YTpi',
        'gzip',
      ],
      ...[
        'é'.repeat(20),
        "' or 1=1 --",
        '\u0024{jndi:ldap://x}',
        '127.0.0.1, 10.0.0.1',
        'https://evil.example',
        'cross-site',
      ],
      ...[
        'W/"x", "y"',
        'bytes=0-99999999',
        'gzip;q=9, *;q=-1',
        'DELETE',
        'k'.repeat(129),
        'k'.repeat(3_000),
        '\t',
      ],
    ]);
    draft.headers.push([name, value]);
  },
  function hugeHeaders(draft, random) {
    if (random.chance(0.3)) draft.headers.push(['x-huge', 'h'.repeat(20_000)]);
    else for (let i = 0; i < 150; i++) draft.headers.push([`x-${i}`, 'y']);
  },
  function noToken(draft) {
    draft.headers = draft.headers.filter(([name]) => name !== 'authorization');
  },
];

// ---- bytes ---------------------------------------------------------------------------------------------

function bodyOf(draft: Draft): Buffer {
  if (draft.raw !== null) return draft.raw;
  const pairs = [...(draft.fields ?? [])].map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  return Buffer.from(`{${pairs.join(',')}}`);
}

function toBytes(draft: Draft): Buffer {
  const hasBody = draft.fields !== null || draft.raw !== null;
  const lines = [`${draft.method} ${draft.path} HTTP/1.1`];
  for (const [name, value] of draft.headers) lines.push(`${name}: ${value}`);
  if (!hasBody) return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const body = bodyOf(draft);
  if (!draft.headers.some(([name]) => name === 'content-type')) lines.push('content-type: application/json');
  lines.push(`content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** Not HTTP at all, or nearly HTTP. */
function garbage(random: Random): Omit<HostileRequest, 'endpoint'> {
  const line = random.pick([
    ...[
      'GET',
      'GET /',
      'GET / HTTP/9.9',
      'GET  /api/markets HTTP/1.1',
      'POST /api/bets HTTP/1.1\r\ncontent-length: -5',
    ],
    ...[
      'POST /api/bets HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6',
      '\u0016\u0003\u0001\u0002\u0000',
    ],
    ...[
      'POST /api/bets HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'GET /api/markets HTTP/1.1\r\nbad header',
    ],
    ...[
      'POST /api/bets HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 3',
      'GET /api/config HTTP/1.1',
    ],
    ...[
      'GET http://evil.example/api/config HTTP/1.1\r\nhost: x',
      'CONNECT evil.example:443 HTTP/1.1\r\nhost: x',
      '{"a":1}',
    ],
  ]);
  const bytes = random.chance(0.3)
    ? Buffer.concat([Buffer.from(random.bytes(random.between(1, 300))), Buffer.from('\r\n\r\n')])
    : Buffer.from(`${line}\r\n\r\n`, 'latin1');
  return { bytes, method: 'none', how: 'not HTTP' };
}
