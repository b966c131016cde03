import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KeysDialog } from './keys-dialog.tsx';

afterEach(cleanup);

test('every shortcut is listed, with the same space between its keys', () => {
  render(<KeysDialog />);
  const terms = screen.getAllByRole('term');
  expect(terms.map((term) => term.textContent)).toEqual([
    'Ctrl+K',
    'F8',
    '← →',
    '↑ ↓',
    'Esc',
    '/',
    '?',
    'j k',
    '1–9',
  ]);
  // The row spaces its keys and the sign between them; no key has a space of its own.
  for (const term of terms) {
    expect(term.className).toContain('gap-1');
    for (const key of term.children) expect(key.className).not.toMatch(/\bm[lrxse]?-/);
  }
});
