import { describe, expect, test } from 'vitest';
import { ApiError } from '../data/api-error.ts';
import { judgeFailure } from './judge-failure.ts';

const answer = (status: number, code?: string) =>
  new ApiError({
    status,
    statusText: '',
    text: code ? JSON.stringify({ error: 'A sentence.', code, requestId: 'r' }) : '<html>',
  });

describe('judgeFailure', () => {
  test.each([
    ['a connection that broke', new TypeError('Failed to fetch')],
    ['an answer that never came', new DOMException('signal timed out', 'TimeoutError')],
    ['a body that is not JSON', new SyntaxError('Unexpected token')],
    ['a failure inside the server', answer(500, 'internal')],
    ['a full queue', answer(503, 'too-busy')],
    ['a gateway', answer(502)],
    ['a 404 of some proxy', answer(404)],
  ])('%s leaves the bet unanswered', (_, error) => {
    expect(judgeFailure(error, { resent: false })).toBe('unanswered');
    expect(judgeFailure(error, { resent: true })).toBe('unanswered');
  });

  test.each([
    [409, 'odds-changed'],
    [409, 'quote-expired'],
    [409, 'cap-reached'],
    [400, 'signature-invalid'],
    [404, 'unknown-market'],
    [422, 'already-placed'],
  ])('%i %s is an answer, also to a second sending', (status, code) => {
    expect(judgeFailure(answer(status, code), { resent: false })).toBe('refused');
    expect(judgeFailure(answer(status, code), { resent: true })).toBe('refused');
  });

  test.each([
    [401, 'unauthenticated'],
    [403, 'wrong-wallet'],
    [429, 'rate-limited'],
  ])('%i %s refuses a first sending but leaves a second one unanswered', (status, code) => {
    expect(judgeFailure(answer(status, code), { resent: false })).toBe('refused');
    expect(judgeFailure(answer(status, code), { resent: true })).toBe('unanswered');
  });
});
