import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShareDialog } from './share-dialog.tsx';

beforeEach(() => {
  // jsdom can't measure.
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
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const LINK = `${window.location.origin}/market/m_one`;

function aDialog() {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const { rerender } = render(<ShareDialog market={aMarket({ version: 7 })} onClose={onClose} />);
  return {
    user,
    onClose,
    change: () => rerender(<ShareDialog market={aMarket({ version: 8 })} onClose={onClose} />),
  };
}

const field = () => screen.getByLabelText<HTMLInputElement>('Link');

describe('sharing a market', () => {
  test("shows its link and the server's preview picture", () => {
    const { change } = aDialog();
    expect(field().value).toBe(LINK);
    const picture = screen.getByRole('img', { name: /Will it rain\?/ });
    expect(picture.getAttribute('src')).toBe('/api/markets/m_one/picture?v=7');
    // The picture doesn't change while the dialog is open.
    change();
    expect(picture.getAttribute('src')).toBe('/api/markets/m_one/picture?v=7');
  });

  test('fills a bet into the link, and leaves out an amount that is none', async () => {
    const { user } = aDialog();
    await user.selectOptions(screen.getByLabelText('Include a bet'), 'No');
    expect(field().value).toBe(`${LINK}?outcome=o_no`);
    await user.type(screen.getByLabelText('Amount (USDC)'), '25,50');
    expect(field().value).toBe(`${LINK}?outcome=o_no&stake=25.5`);
    await user.clear(screen.getByLabelText('Amount (USDC)'));
    await user.type(screen.getByLabelText('Amount (USDC)'), 'much');
    expect(field().value).toBe(`${LINK}?outcome=o_no`);
    await user.selectOptions(screen.getByLabelText('Include a bet'), 'No bet');
    expect(field().value).toBe(LINK);
  });

  test('copies the code for other sites', async () => {
    const { user } = aDialog();
    const code = `<iframe src="${window.location.origin}/embed/market/m_one?lang=en" title="Will it rain?" width="400" height="360" loading="lazy"></iframe>`;
    expect(screen.getByLabelText<HTMLInputElement>('Embed code').value).toBe(code);
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(screen.getByRole('status').textContent).toBe('Copied');
    expect(await navigator.clipboard.readText()).toBe(code);
  });

  test('copies the link and says so', async () => {
    const { user } = aDialog();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(screen.getByRole('status').textContent).toBe('Copied');
    expect(await navigator.clipboard.readText()).toBe(LINK);
  });

  test('selects the link if there is no clipboard', async () => {
    const { user } = aDialog();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copy the selected text'));
    const { selectionStart, selectionEnd } = field();
    expect([selectionStart, selectionEnd]).toEqual([0, LINK.length]);
  });

  test('shares it with other apps if the device can, and ignores a cancelled share', async () => {
    const share = vi.fn(async () => {
      throw new DOMException('No', 'AbortError');
    });
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    const { user } = aDialog();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ title: 'Will it rain?', url: LINK });
    Reflect.deleteProperty(navigator, 'share');
  });

  test('offers no sharing if the device cannot share', () => {
    aDialog();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  test('shows a text in place of a picture that cannot be loaded', () => {
    aDialog();
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('Preview unavailable. The link still works.')).toBeTruthy();
    expect(field().value).toBe(LINK);
  });
});
