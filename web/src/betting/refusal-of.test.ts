import { describe, expect, test } from 'vitest';
import { ApiError } from '../data/api-error.ts';
import { refusalOf } from './refusal-of.ts';

const answer = (status: number, code?: string) =>
  new ApiError({
    status,
    statusText: '',
    text: code ? JSON.stringify({ error: 'A sentence.', code, requestId: 'r' }) : '<html>',
  });

describe('refusalOf', () => {
  test.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['a timeout', new DOMException('signal timed out', 'TimeoutError')],
    ['a body that is not JSON', new SyntaxError('Unexpected token')],
    ['an internal server error', answer(500, 'internal')],
    ['a full queue', answer(503, 'too-busy')],
    ['a gateway error', answer(502)],
    ['a 404 from a proxy', answer(404)],
  ])('%s leaves the bet unanswered', (_, error) => {
    expect(refusalOf(error, { resent: false })).toBeNull();
    expect(refusalOf(error, { resent: true })).toBeNull();
  });

  test.each([
    [409, 'odds-changed'],
    [409, 'quote-expired'],
    [409, 'cap-reached'],
    [400, 'signature-invalid'],
    [404, 'unknown-market'],
    [422, 'already-placed'],
  ])('%i %s refuses the bet, even if it was sent before', (status, code) => {
    const refusal = answer(status, code);
    expect(refusalOf(refusal, { resent: false })).toBe(refusal);
    expect(refusalOf(refusal, { resent: true })).toBe(refusal);
  });

  test.each([
    [401, 'unauthenticated'],
    [403, 'wrong-wallet'],
    [429, 'rate-limited'],
  ])('%i %s refuses a bet sent once but leaves a resent bet unanswered', (status, code) => {
    const refusal = answer(status, code);
    expect(refusalOf(refusal, { resent: false })).toBe(refusal);
    expect(refusalOf(refusal, { resent: true })).toBeNull();
  });
});
