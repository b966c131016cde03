import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { privacyDataProtection } from './privacy-data-protection.tsx';

afterEach(cleanup);

test('the privacy section says what is stored about sessions and signed acts', () => {
  render(<privacyDataProtection.Body />);
  const kept = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(kept).toContainEqual(
    expect.stringMatching(/^Sessions: .* the network, the start and the last use of the session/),
  );
  expect(kept).toContainEqual(expect.stringMatching(/the text you signed and your signature, in the audit/));
});
