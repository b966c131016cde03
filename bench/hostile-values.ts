import type { Random } from './random.ts';

/** JSON texts of values that have broken servers before. As text, because JavaScript has no value for many of them. */
const HOSTILE_JSON: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '0.001',
    '1e-7',
    '1e-400',
    '1e309',
    '-1e309',
    '1e21',
    '5e-324',
  ],
  ...[
    '1e1000000',
    '9007199254740993',
    '18446744073709551616',
    '999999999.99',
    '1000000000',
    '123456789012.123456789',
  ],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '010',
    '+5',
    '.5',
    '5.',
    '1_000',
    "'5'",
    'undefined',
    '1,5',
    '5 5',
  ],
  ...[
    '""',
    '" "',
    '" 5 "',
    '"5abc"',
    '"0x10"',
    '"1e3"',
    '"-5"',
    '"+5"',
    '"1,50"',
    '"5.000"',
    '"00005"',
    '"-0"',
  ],
  ...[
    '"٥"',
    '"५"',
    '"5\\u0000"',
    '"\\u0000"',
    '"\\ud800"',
    '"\\uFEFF5"',
    '"\\u202e5"',
    '"NaN"',
    '"Infinity"',
    '"null"',
  ],
  ...['"true"', '"[object Object]"', '"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"'],
  ...['{}', '[]', '[5]', '["5"]', '[[]]', '{"valueOf":5}', '{"toString":1}', '{"length":1e9}', '{"$gt":""}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"then":1}'],
  ...[
    `"' or '1'='1"`,
    `"'; drop table bets; --"`,
    '"1; select pg_sleep(5)"',
    '"\\\\\' or 1=1 --"',
    '"\u0024{7*7}"',
    '"{{7*7}}"',
  ],
  ...[
    '"<script>alert(1)</script>"',
    '"../../../../etc/passwd"',
    '"file:///etc/passwd"',
    '"%00"',
    '"%s%s%s%n"',
    '"\\r\\nx: y"',
  ],
  ...[
    '"0x0000000000000000000000000000000000000000"',
    '"11111111111111111111111111111111"',
    '"0x"',
    '"💥"',
    '"İ"',
  ],
];

/** A JSON text to replace a field's value. */
export function hostileJson(random: Random): string {
  switch (random.between(0, 9)) {
    case 0:
      return JSON.stringify('A'.repeat(random.pick([33, 65, 129, 257, 513, 4_000, 15_000])));
    case 1:
      return JSON.stringify(String.fromCodePoint(...random.bytes(random.between(1, 40))));
    case 2:
      return nested(random.pick([2, 7, 9, 100, 3_000]), random.chance(0.5));
    case 3:
      return '9'.repeat(random.pick([10, 20, 309, 400, 5_000]));
    case 4:
      return `0.${'0'.repeat(random.pick([2, 6, 20, 400]))}1`;
    default:
      return random.pick(HOSTILE_JSON);
  }
}

function nested(depth: number, isArray: boolean): string {
  return isArray ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** Keys that only the server may set, and those that every object has. */
export const HOSTILE_KEYS = [
  ...[
    'kycLevel',
    'role',
    'isAdmin',
    'admin',
    'dailyStakeCap',
    'id',
    'userId',
    'balance',
    'verified',
    'status',
    'payout',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\u0000',
    'amount ',
    'Amount',
  ],
] as const;

/** Values for a path or a query; sent as they are, so no library escapes them. */
export function hostilePathPart(random: Random): string {
  return random.pick([
    ...[
      '%',
      '%zz',
      '%00',
      '%0d%0ax:y',
      '%c0%ae%c0%ae',
      '%ff',
      '%2e%2e%2f',
      '..',
      '../..',
      '.',
      '//',
      '\\',
      ';x=1',
      '*',
    ],
    ...[
      '%u0041',
      '+',
      '%2B',
      '~',
      '$',
      "'",
      '%27%20or%201=1--',
      '"',
      '<script>',
      '%3Cscript%3E',
      '{',
      '[',
      '`',
      '|',
    ],
    ...[
      'm_',
      'm_aaaaaaaaaaaaaaaaaaaa',
      'M_AAAAAAAAAAAAAAAAAAAA',
      'o_aaaaaaaaaaaaaaaaaaaa',
      '__proto__',
      'constructor',
      'null',
    ],
    ...['%F0%9F%92%A5', '%D9%A5', 'a'.repeat(65), 'a'.repeat(5_000), '-1', '0', '1e309', '%25%32%35'],
  ]);
}

export function hostileQuery(random: Random): string {
  const part = () => hostilePathPart(random);
  return random.pick([
    ...[
      `?${part()}`,
      `?wallet=${part()}`,
      `?wallet=${part()}&wallet=${part()}`,
      `?outcomeId=${part()}&amount=${part()}`,
    ],
    ...[
      `?amount=${part()}`,
      `?before=${part()}`,
      `?stake=${part()}`,
      `?stake=${part()}&stake=1`,
      '?__proto__[x]=1',
      '?constructor[prototype][x]=1',
      '?a[]=1&a[]=2',
    ],
    ...[`?${'a=1&'.repeat(2_000)}`, '?=', '?&&&', '?#', '?wallet', '?wallet=', `?x=${'y'.repeat(7_000)}`],
  ]);
}
