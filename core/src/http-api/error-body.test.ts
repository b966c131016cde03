import { expect, test } from 'vitest';
import { readErrorBody } from './error-body.ts';

test('an answer of our server has its sentence, code, request id and figures', () => {
  const text = '{"error":"Too much.","code":"stake-too-large","requestId":"r1","maxStake":12.5}';
  expect(readErrorBody(text)).toEqual(JSON.parse(text));
});

test.each(['<html>', '[1]', 'null', '7', '{"error":7,"code":null,"requestId":[]}'])(
  'a foreign answer has nothing of it: %s',
  (text) => {
    expect(readErrorBody(text)).toEqual({});
  },
);
