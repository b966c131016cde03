import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

test('the message is the status, a colon, a space and the body', () => {
  const text = '{"error":"The market is closed.","code":"market-closed","requestId":"r1"}';
  const error = new ApiError({ status: 409, statusText: 'Conflict', text });
  expect(error.message).toBe(`409: ${text}`);
  expect(error).toMatchObject({ code: 'market-closed', sentence: 'The market is closed.', requestId: 'r1' });
});

test('an empty body gives the status text', () => {
  const error = new ApiError({ status: 502, statusText: 'Bad Gateway', text: '' });
  expect(error.message).toBe('502: Bad Gateway');
  expect(error).toMatchObject({ code: 'unknown', sentence: '502: Bad Gateway', requestId: null });
});

test.each(['<html>', '[1]', 'null', '{"error":7,"code":null}'])(
  'a foreign body is kept as text: %s',
  (text) => {
    const error = new ApiError({ status: 500, statusText: '', text });
    expect(error.message).toBe(`500: ${text}`);
    expect(error.code).toBe('unknown');
  },
);

test('the body has the figures of a refusal', () => {
  const text = '{"error":"Too much.","code":"stake-too-large","requestId":"r1","maxStake":12.5}';
  expect(new ApiError({ status: 409, statusText: '', text }).body.maxStake).toBe(12.5);
});
