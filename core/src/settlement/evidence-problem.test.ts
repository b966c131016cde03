import { expect, test } from 'vitest';
import { EVIDENCE_LENGTH, evidenceProblem } from './evidence-problem.ts';

test.each([
  'Final score 2:1',
  'See https://example.org/final.\nRead at 17:05',
  'Half time: 1:0\tthen 2:1',
  'HTTP://EXAMPLE.ORG/x',
  'note:seen by two of us',
  'What the file: says',
  'https://good.example:8443/x',
  'https://[2001:db8::7]:8443/x',
  'x'.repeat(EVIDENCE_LENGTH),
])('%j is accepted', (text) => {
  expect(evidenceProblem(text, 'evidence')).toBeNull();
});

test.each([
  ['', 'Add a link or a note as evidence.'],
  [' \u200b\n\u202e', 'Add a link or a note as evidence.'],
  ['x'.repeat(EVIDENCE_LENGTH + 1), 'Keep the evidence to 2000 characters.'],
  ['Yes \u202ewon', /^The evidence contains invisible characters/],
  ['Yes \u2066won\u2069', /^The evidence contains invisible characters/],
  ['Yes\u0000 won', /^The evidence contains invisible characters/],
  ['Yes\u001b[31m won', /^The evidence contains invisible characters/],
  ['ftp://files.example/x', 'Links must begin with https:// or http://.'],
  ['See javascript:alert(1)', 'Links must begin with https:// or http://.'],
  ['vbscript:x', 'Links must begin with https:// or http://.'],
  ['file:/final.pdf', 'Links must begin with https:// or http://.'],
  ['blob:x', 'Links must begin with https:// or http://.'],
  ['http:example.org', 'Links must begin with https:// or http://.'],
  ['score:javascript:alert(1)', 'Links must begin with https:// or http://.'],
  ['ftp://http://good.example', 'Links must begin with https:// or http://.'],
  ['https://good<evil.example', 'Links must begin with https:// or http://.'],
  ['https://good.example<evil', 'Links must begin with https:// or http://.'],
  ['https://good.example:123456', 'Links must begin with https:// or http://.'],
  ['https://[final]', 'Links must begin with https:// or http://.'],
  ['https:example.org', 'Links must begin with https:// or http://.'],
  ['https://', 'Links must begin with https:// or http://.'],
  ['https://good.example and data:text/html,x', 'Links must begin with https:// or http://.'],
  ['https://official.example@evil.example/final', /^Remove the user name or password/],
  ['https://:secret@evil.example/', /^Remove the user name or password/],
])('%j is refused', (text, sentence) => {
  expect(evidenceProblem(text, 'evidence')?.sentence).toMatch(sentence);
});

test('a reason is called a reason', () => {
  expect(evidenceProblem('', 'reason')?.sentence).toBe('Give a reason.');
  expect(evidenceProblem('x'.repeat(2001), 'reason')?.sentence).toBe('Keep the reason to 2000 characters.');
});
