import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShareBetButton } from './share-bet-button.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A page with the button of one bet. The server draws nothing while `fails`. */
async function aPage({ fails = false } = {}) {
  const asked: string[] = [];
  const server = { fails };
  const page = await anAccountPage({
    bets: [aBet()],
    children: <ShareBetButton bet={aBet()} />,
    inFront: (behind) => async (input, init) => {
      if (!String(input).includes('/picture')) return behind(input, init);
      asked.push(String(input));
      return server.fails
        ? Response.json({ error: 'Too busy', code: 'too-busy' }, { status: 503 })
        : new Response(new Blob(['PNG'], { type: 'image/png' }));
    },
  });
  await page.user.click(screen.getByRole('button', { name: /^Share/ }));
  return { ...page, asked, server };
}

test('shows the picture without amounts, and with them on request', async () => {
  const { user, asked } = await aPage();
  const picture = await screen.findByRole('img', {
    name: 'Bet on Harbour City: Harbour City v Northgate',
  });
  expect(picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  await user.click(screen.getByRole('checkbox', { name: 'Show amounts' }));
  await waitFor(() =>
    expect(asked).toEqual([
      '/api/bets/b_one/picture?amounts=hidden&lang=en',
      '/api/bets/b_one/picture?amounts=shown&lang=en',
    ]),
  );
});

test('copies a link that fills in the same outcome, and no amount', async () => {
  const { user } = await aPage();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'Copy link to this bet' }));
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/market/m_match?outcome=o_home`);
  expect(await screen.findByText('Copied')).toBeDefined();
});

test('says that the bet is not affected if the picture fails, and tries again', async () => {
  const { user, server } = await aPage({ fails: true });
  await screen.findByText('Your bet is not affected.', undefined, { timeout: 10_000 });
  server.fails = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('img', { name: /^Bet on/ })).toBeDefined();
});

test('a bet that is not final can not be shared', async () => {
  await anAccountPage({ children: <ShareBetButton bet={aBet({ status: 'pending' })} /> });
  expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
});
