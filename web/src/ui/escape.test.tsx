import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { dismissToast, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  // Radix needs layout functions that jsdom doesn't have.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  act(() => dismissToast());
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ children, onClose }: { children?: ReactNode; onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <Toaster />
      {open && (
        <Dialog title="A question" onClose={close}>
          <input aria-label="Answer" />
          {children}
        </Dialog>
      )}
    </>
  );
}

/** A page with an open dialog. */
function aDialog(children?: ReactNode) {
  const onClose = vi.fn();
  render(<Page onClose={onClose}>{children}</Page>);
  return { user: userEvent.setup(), onClose };
}

function Question(props: { onOpenChange: (open: boolean) => void; isBusy?: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        props.onOpenChange(next);
        setOpen(next || props.isBusy === true);
      }}
      title="Really?"
      description="It can't be undone."
      actionLabel="Yes"
      onAction={() => {}}
    />
  );
}

const say = () => act(() => void toast({ title: 'Something happened' }));
const shown = (role: string) => screen.queryByRole(role) !== null;
const toastShown = () => shown('listitem');

describe('Escape, after a toast came', () => {
  test('closes the open dialog, and then the toast', async () => {
    const { user, onClose } = aDialog();
    say();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(shown('dialog')).toBe(false);
    expect(toastShown()).toBe(true);
    await user.keyboard('{Escape}');
    expect(toastShown()).toBe(false);
  });

  test('closes the open dialog also if no element has the focus', async () => {
    const { user, onClose } = aDialog();
    say();
    // As when the button that was pressed becomes disabled.
    act(() => (document.activeElement as HTMLElement).blur());
    expect(document.activeElement).toBe(document.body);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(toastShown()).toBe(true);
  });

  test('closes a menu in a dialog, and the dialog only the next time', async () => {
    const { user, onClose } = aDialog(
      <Menu trigger={<button type="button">More</button>} items={[{ label: 'Copy', onSelect: () => {} }]} />,
    );
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(shown('menu')).toBe(true);
    say();
    await user.keyboard('{Escape}');
    expect(shown('menu')).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(toastShown()).toBe(true);
  });

  test('closes a question above a dialog, and the dialog only the next time', async () => {
    const onOpenChange = vi.fn();
    const { user, onClose } = aDialog(<Question onOpenChange={onOpenChange} />);
    say();
    await user.keyboard('{Escape}');
    expect(onOpenChange.mock.calls).toEqual([[false]]);
    expect(shown('alertdialog')).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(toastShown()).toBe(true);
  });

  test('leaves a question open that is busy, and the toast', async () => {
    const onOpenChange = vi.fn();
    render(
      <>
        <Toaster />
        <Question onOpenChange={onOpenChange} isBusy />
      </>,
    );
    say();
    await userEvent.keyboard('{Escape}');
    expect(onOpenChange.mock.calls).toEqual([[false]]);
    expect(shown('alertdialog')).toBe(true);
    expect(toastShown()).toBe(true);
  });

  test.each(['[F8]', '[F8][Tab]'])(
    'closes the toast if %s led to it, and leaves the dialog',
    async (keys) => {
      const { user, onClose } = aDialog();
      say();
      await user.keyboard(keys);
      expect(screen.getByRole('list').contains(document.activeElement)).toBe(true);
      await user.keyboard('{Escape}');
      expect(toastShown()).toBe(false);
      expect(onClose).not.toHaveBeenCalled();
    },
  );

  test('closes the toast if nothing else is open', async () => {
    render(<Toaster />);
    say();
    await userEvent.keyboard('{Escape}');
    expect(toastShown()).toBe(false);
  });
});

test('Escape closes a dialog that opened after the toast, once', async () => {
  const onClose = vi.fn();
  const page = (dialog: boolean) => (
    <>
      <Toaster />
      {dialog && <Dialog title="A question" onClose={onClose} />}
    </>
  );
  const { rerender } = render(page(false));
  say();
  rerender(page(true));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(toastShown()).toBe(true);
});
