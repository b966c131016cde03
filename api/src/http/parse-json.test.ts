import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('reading a JSON body', () => {
  test.each([
    ['the same key twice', '{"a":1,"a":2}'],
    ['the same key twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['the same key twice, further in', '{"x":[{"a":1,"b":{},"a":2}]}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__ escaped', '{"\\u005f_proto__":1}'],
    ['nine levels', '[[[[[[[[[]]]]]]]]]'],
    ['nothing', ''],
    ['half of it', '{"a":'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1}//'],
    ['NaN', '{"a":NaN}'],
    ['a byte order mark between', '{"a"\uFEFF:1}'],
  ])('%s is refused', (_name, text) => {
    expect(() => parse(text)).toThrow(/^The body /);
  });

  test('bytes that are not UTF-8 are refused', () => {
    expect(() => parseJson(Uint8Array.from([0x22, 0xff, 0x22]))).toThrow('The body is not valid JSON.');
  });

  test('the same key in different objects, and keys that only look like structure, are fine', () => {
    const text = '{"a":{"a":[{"a":1},{"a":2}]},"b":"{\\"a\\":1,\\"a\\":2}","}:{":"[[[[[[[[[["}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test('whatever JSON.stringify writes is read back the same, up to the depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('"__proto__":')) return;
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
