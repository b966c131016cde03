/** Texts that run, restyle, mislead or calculate wherever they aren't treated as plain text. */
const PAYLOADS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  "javascript:alert('x')",
  '<iframe srcdoc="<script>alert(1)</script>">',
  '</title><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u0024{alert(1)}',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></form><mglyph><style><img src=x onerror=alert(1)>',
  '<style>*{display:none}</style>',
  '<div style="position:fixed;inset:0;background:red">',
  '</style><style>@import "//evil.example/x.css"</style>',
  '\u202egnp.exe',
  '\u2066\u202ereversed\u2069',
  'a\u200bb\u200cc\u200dd\u2060e\ufeff',
  '\u{e0001}\u{e0068}\u{e0069}tagged',
  'Z\u0351\u0352\u0353\u0357\u0350\u0346\u0344\u0301\u0302algo',
  '\u3164\u3164\u3164blank',
  'half \ud800 pair',
  '=1+1',
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\0=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "=cmd|' /C calc'!A0",
  '"=1+1',
  ' \u200b=1+1',
  "' or 1=1 --",
  "'; drop table markets; --",
  'a","=1+1","b',
  'line one\r\n=1+1\r\n',
  '\x1b[31mred\x07\x9b2J',
];

/** Variations of a payload. `#` is followed by its number, which makes every text different. */
const DRESSES: readonly ((payload: string, number: number) => string)[] = [
  (payload, number) => `${payload} #${number}`,
  (payload, number) => ` ${payload}\u200b #${number}`,
  (payload, number) => `"${payload}" #${number}`,
  (payload, number) => `Q${number} ${payload}`,
  (payload, number) => `${payload.toUpperCase()} #${number}`,
  (payload, number) => `\ufeff${payload}\u202e #${number}`,
  (payload, number) => `${payload}\n#${number}`,
  (payload, number) => `\u00a0${payload} é\u0301 #${number}`,
  (payload, number) => `'${payload}' #${number}`,
  (payload, number) => `${payload}${payload} #${number}`,
  (payload, number) => `\u2067${payload}\u2069#${number}`,
  (payload, number) => `${payload.toLowerCase()}\ud83d #${number}`,
  (payload, number) => `${payload}\u0000#${number}`,
];

/**
 * Hostile texts, all different even after cleaning, and the same for the same count. None is longer than a title may
 * be.
 */
export function hostileTexts(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    // Every payload in every variation, variation by variation; both indexes are in range.
    const payload = PAYLOADS[number % PAYLOADS.length] ?? '';
    const dress = DRESSES[Math.floor(number / PAYLOADS.length) % DRESSES.length] ?? String;
    return dress(payload, number);
  });
}
