import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import { dismissToast, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  act(() => dismissToast());
  cleanup();
});

test('F8 reaches a notification while a dialog is open, and Tab leads back', async () => {
  const user = userEvent.setup();
  const page = (dialog: boolean) => (
    <>
      <Toaster />
      {dialog && (
        <Dialog title="A question" onClose={() => {}}>
          <input aria-label="Answer" />
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(page(false));
  rerender(page(true));
  act(() => void toast({ title: 'Something happened' }));
  const answer = screen.getByRole('textbox', { name: 'Answer' });
  answer.focus();

  await user.keyboard('[F8]');
  // By its role, so not hidden from screen readers.
  expect(document.activeElement).toBe(screen.getByRole('list'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
  await user.tab();
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});
