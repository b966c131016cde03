import { expect, test } from 'vitest';
import { HttpError } from '../http/http-error.ts';
import { readEvidence } from './read-evidence.ts';

test('good evidence is stored on one line', () => {
  expect(readEvidence(' Final score 2:1\n https://example.org/final ', 'evidence')).toBe(
    'Final score 2:1 https://example.org/final',
  );
});

test.each(['Yes \u202ewon', 'Yes\u0007 won', 'https://official.example@evil.example/final'])(
  '%j is refused, and says at which field',
  (text) => {
    const refused = () => readEvidence(text, 'evidence');
    expect(refused).toThrow(HttpError);
    expect(refused).toThrow(/ Nothing was changed\.$/);
  },
);
