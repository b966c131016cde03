import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LoadFailed } from './load-failed.tsx';

afterEach(cleanup);

/** An area that fails to load. */
function Area() {
  const [failed, setFailed] = useState(true);
  return (
    <>
      <main tabIndex={-1}>
        {failed ? (
          <LoadFailed
            what="The figures"
            sentence="Try again later."
            error={new Error('No answer.')}
            onRetry={() => setFailed(false)}
          />
        ) : (
          <p>Loading</p>
        )}
      </main>
      <button type="button" onClick={() => setFailed(true)}>
        Elsewhere
      </button>
    </>
  );
}

const tryAgain = () => screen.getByRole('button', { name: 'Try Again' });

test('after Try Again, focus goes to the area around it', async () => {
  render(<Area />);
  await userEvent.click(tryAgain());
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the button takes no focus that has moved on', async () => {
  render(<Area />);
  await userEvent.click(tryAgain());
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  await userEvent.click(elsewhere);
  expect(tryAgain()).toBeTruthy();
  expect(document.activeElement).toBe(elsewhere);
});
