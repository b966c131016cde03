import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { createMockBook } from '@tallystone/testkit/mock-api/book.ts';
import { aDialogPage, dialogGone, onAnEmptyPage, placeButton } from '@tallystone/testkit/page/bet-dialog.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { betsQuery } from '../data/queries.ts';
import { NoticeRecorder } from '../notices/notice-recorder.tsx';
import { readRecord } from '../notices/stored-record.ts';
import { currentToasts, dismissToast, subscribeToToasts } from '../ui/toast-store.ts';

onAnEmptyPage();

const SUSPENDED: NonNullable<WireBet['failure']> = {
  code: 'market-suspended',
  ...refusalMessage({ kind: 'rejected', reason: 'market-suspended' }),
};

/** A page with a market in play whose bets wait 8 seconds. */
async function aPage(
  book = createMockBook({ market: { source: 'azuro', inPlay: { delay: 8 } }, takesLower: true }),
) {
  const page = await aDialogPage({
    book,
    connect: 'Polygon/io.metamask',
    children: <NoticeRecorder />,
  });
  const told: string[] = [];
  let last: string | undefined;
  const stop = subscribeToToasts(() => {
    const [toast] = currentToasts();
    if (toast === undefined || toast.id === last) return;
    last = toast.id;
    told.push(`${toast.title}: ${toast.description}`);
  });
  const place = async () => {
    await page.prepare('25');
    await page.user.click(placeButton());
  };
  /** Reads the bets again, as the stream or the page's look does. */
  const read = () => act(() => page.queryClient.invalidateQueries({ queryKey: betsQuery.queryKey }));
  const reload = async () => {
    stop();
    cleanup();
    page.stop();
    act(() => dismissToast());
    return aPage(book);
  };
  const kinds = () => readRecord(page.evm.address)?.notices.map(({ kind }) => kind);
  return { ...page, book, told, place, read, reload, kinds };
}

const transaction = () => screen.queryByRole('region', { name: 'Transaction' });
const cardTitle = (name: string) => screen.findByRole('heading', { name });

test('a bet counts down, is filled at the odds of that moment, and is told by its own toast alone', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const { book, place, read, told, kinds } = await aPage();
  await place();
  await dialogGone();
  await screen.findByText(/^Deciding in \d s$/);
  book.moveOdds(1.95);
  book.decide();
  await read();
  await cardTitle('Bet Placed Successfully!');
  expect(within(transaction() as HTMLElement).getByText(/\$25\.00 on Harbour City at 1\.9\d/)).toBeDefined();
  expect(told).toEqual([]);
  await waitFor(() => expect(kinds()).toEqual(['transaction']));
});

test('a bet that failed is told by its own toast alone, in the sentence of the server', async () => {
  const { book, place, read, told, kinds } = await aPage();
  await place();
  await screen.findByText(/^Deciding in \d s$/);
  book.decide(SUSPENDED);
  await read();
  await cardTitle('Transaction Failed');
  expect(transaction()?.textContent).toContain(SUSPENDED.sentence);
  expect(told).toEqual([]);
  await waitFor(() => expect(kinds()).toEqual(['transaction']));
});

test('a failure that the stream brings before the answer to the bet is told once', async () => {
  const { book, place, read, told, kinds } = await aPage();
  const release = book.holdAnswers('stored');
  await place();
  await waitFor(() => expect(book.bets).toHaveLength(1));
  book.decide(SUSPENDED);
  await read();
  expect(told).toEqual([]);
  release();
  await cardTitle('Transaction Failed');
  expect(told).toEqual([]);
  await waitFor(() => expect(kinds()).toEqual(['transaction']));
});

test('a failure whose bet got no answer is told once the bettor stops to wait for it', async () => {
  const { book, place, read, told, user } = await aPage();
  book.behave('losing-answers');
  await place();
  await screen.findByRole('alert');
  book.decide(SUSPENDED);
  await read();
  const before = told.length;
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
  await waitFor(() => expect(told.slice(before)).toEqual([expect.stringContaining(SUSPENDED.sentence)]));
});

test.each([
  ['filled', undefined, 'Bet placed: $25.00 on Harbour City at 1.85.'],
  ['failed', SUSPENDED, `Bet Failed: $25.00 on Harbour City. ${SUSPENDED.sentence}`],
] as const)('after a reload a bet that is %s is told once', async (_, failure, sentence) => {
  const { place, reload } = await aPage();
  await place();
  await screen.findByText(/^Deciding in \d s$/);
  const again = await reload();
  await waitFor(() => expect(again.queryClient.isFetching()).toBe(0));
  expect(again.told).toEqual([]);
  again.book.decide(failure);
  await again.read();
  await waitFor(() => expect(again.told).toEqual([sentence]));
  const third = await again.reload();
  await waitFor(() => expect(third.queryClient.getQueryData(betsQuery.queryKey)).toBeDefined());
  await third.read();
  expect(third.told).toEqual([]);
});

test('a bet that was decided while the page was closed is told when it opens', async () => {
  const { place, reload, book } = await aPage();
  await place();
  await screen.findByText(/^Deciding in \d s$/);
  book.decide();
  const again = await reload();
  await waitFor(() => expect(again.told).toEqual(['Bet placed: $25.00 on Harbour City at 1.85.']));
});

test('bets whose toast made room for the next one are told too, in one toast if they end together', async () => {
  const { book, place, read, told } = await aPage();
  for (const count of [1, 2, 3]) {
    await place();
    await waitFor(() => expect(book.bets).toHaveLength(count));
    await dialogGone();
  }
  const [, second, first] = book.bets;
  if (first === undefined || second === undefined) throw new Error('no three bets');
  const { decidesAt: _, ...filled } = first;
  book.bets[2] = { ...filled, status: 'confirmed' };
  book.bets[1] = { ...second, status: 'failed', failure: SUSPENDED };
  await read();
  await waitFor(() =>
    expect(told).toEqual(['2 bets were decided: Placed: 1. Not placed: 1. See Recent activity.']),
  );
});

test('without a stream the page asks what became of a bet on its own', async () => {
  const { book, place, told, reload } = await aPage();
  await place();
  await screen.findByText(/^Deciding in \d s$/);
  const again = await reload();
  await waitFor(() => expect(again.queryClient.isFetching()).toBe(0));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  book.decide();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(again.told).toHaveLength(1));
  expect(told).toEqual([]);
});
