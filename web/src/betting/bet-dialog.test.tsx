import {
  amountField,
  aPracticePage,
  dialogGone,
  figure,
  leastFigure,
  onAnEmptyPage,
  placeButton,
  toastTitled,
} from '@tallystone/testkit/page/bet-dialog.tsx';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';

onAnEmptyPage();

describe('the amount', () => {
  test('starts focused and empty with the button disabled, then shows the payout', async () => {
    const { openDialog, type } = await aPracticePage();
    await openDialog();
    expect(document.activeElement).toBe(amountField());
    expect(placeButton().disabled).toBe(true);
    expect(screen.getByText('Enter an amount above 0.')).toBeDefined();

    await type('10');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    expect(figure('Odds')).toBe('1.85');
    expect(figure('Potential win')).toBe('$8.50');
    expect(figure('Total return')).toBe('$18.50');
    expect(screen.getByText('Odds do not change with your stake.')).toBeDefined();
    expect(screen.getByText('Place bet: 10 on o_home at 1.85 odds')).toBeDefined();
    expect(screen.getByText(/on Polygon\. A signature, not a transfer\./)).toBeDefined();
  });

  test('is signed as the same number that is sent, however it is typed', async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('$25,50');
    expect(screen.getByText('Place bet: 25.5 on o_home at 1.83 odds')).toBeDefined();
    await user.click(placeButton());
    await dialogGone();
    expect(book.sent[0]?.body).toMatchObject({ amount: 25.5, odds: 1.83 });
  });

  test('of thousands is shown with group separators and signed without', async () => {
    const { openDialog, type, book } = await aPracticePage({
      limits: { dailyStakeCap: 5000, capLeft: 4962, balance: 5000 },
      market: { source: 'azuro' },
    });
    book.moveOdds(1.85, { maxStake: 2000 });
    await openDialog();
    await screen.findByText('$4,962.00');
    await type('1250');
    expect(figure('Total return')).toBe('$2,312.50');
    await screen.findByText('Place bet: 1250 on o_home at 1.85 odds');
  });

  test('moves by one with Up and Down, by ten with Shift', async () => {
    const { openDialog, user } = await aPracticePage();
    await openDialog();
    await user.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowUp}{/Shift}{ArrowDown}');
    expect(amountField().value).toBe('11');
  });

  test('is set by the chips, and Max is the lowest of balance, cap and market', async () => {
    const { openDialog, user } = await aPracticePage({ limits: { balance: 61.239 } });
    await openDialog();
    await user.click(screen.getByRole('button', { name: '$50' }));
    expect(amountField().value).toBe('50');
    await user.click(await screen.findByRole('button', { name: 'Max' }));
    expect(amountField().value).toBe('61.23');
  });

  test('that is invalid leaves the button enabled, and pressing it says so', async () => {
    const { openDialog, type, user, book } = await aPracticePage();
    await openDialog();
    await type('abc');
    expect(placeButton().disabled).toBe(false);
    await user.click(placeButton());
    await toastTitled('Invalid Bet');
    expect(screen.getByText('Please enter a valid bet amount')).toBeDefined();
    expect(screen.getByText(/At most two decimals/)).toBeDefined();
    expect(book.sent).toEqual([]);
  });

  test.each(['0', '-5', '0.00'])('of %s keeps the button disabled', async (text) => {
    const { openDialog, type } = await aPracticePage();
    await openDialog();
    await type(text);
    expect(placeButton().disabled).toBe(true);
  });
});

describe('the limits', () => {
  test('are shown, warn from 80% of the cap and block above it', async () => {
    const { openDialog, type } = await aPracticePage();
    await openDialog();
    const left = await screen.findByText('$62.00');
    expect(left.parentElement?.textContent).toBe('$62.00 left today');
    expect(screen.getByText('$1,000.00').parentElement?.textContent).toBe('Balance $1,000.00 practice');
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe(
      '$38.00 of $100.00 used, $62.00 left',
    );
    await type('42');
    expect(screen.getByText("80% of today's cap.")).toBeDefined();
    await type('62.01');
    expect(screen.getByText("Above today's cap.")).toBeDefined();
    expect(screen.getByText('Above your daily cap: $62.00 left.')).toBeDefined();
    expect(placeButton().disabled).toBe(true);
  });
});

describe('a break that the user takes', () => {
  test('is shown with its end, and the wallet is not asked', async () => {
    const { openDialog, type, evm } = await aPracticePage({
      limits: { blocked: { kind: 'exclusion', until: '2098-01-01T00:00:00.000Z' } },
    });
    await openDialog();
    await screen.findByText(/^You excluded yourself until/);
    await type('10');
    expect(screen.getByText('You are on a break.')).toBeDefined();
    expect(placeButton().disabled).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
  });

  test('that is over blocks no bet', async () => {
    const { prepare } = await aPracticePage({
      limits: { blocked: { kind: 'break', until: '2020-01-01T00:00:00.000Z' } },
    });
    await prepare('10');
    expect(screen.queryByText(/on a break until/)).toBeNull();
  });
});

describe('a market that ended while its dialog was open', () => {
  test.each([
    [{ state: 'closed' }, /^Betting has closed\./],
    [{ state: 'resolving' }, /^Being settled\./],
    [{ state: 'settled', wonOutcomeId: 'o_away' }, /^Northgate won\./],
    [{ state: 'void' }, /^Market voided/],
  ] as const)('says so: %o', async (end, sentence) => {
    const { book, prepare, queryClient, evm } = await aPracticePage();
    await prepare('10');
    book.end(end);
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets'] }));
    await screen.findByText(sentence);
    expect(placeButton().disabled).toBe(true);
    expect(evm.calls).not.toContain('personal_sign');
  });
});

describe('the least', () => {
  test('is shown beside the current odds and payout, and its odds are signed', async () => {
    const { prepare, user, book } = await aPracticePage({ takesLower: true });
    await prepare('10');
    expect(figure('Odds')).toBe('1.85');
    expect(figure('Total return')).toBe('$18.50');
    expect(['Odds', 'Potential win', 'Total return'].map(leastFigure)).toEqual(['1.80', '$8.00', '$18.00']);
    expect(screen.getByText('Place bet: 10 on o_home at 1.8 odds')).toBeDefined();
    await user.click(placeButton());
    await dialogGone();
    expect(book.sent[0]?.body).toMatchObject({ amount: 10, odds: 1.8 });
  });

  test('accepts a bet whose odds fell while it was signed, and the card shows the odds it got', async () => {
    const { prepare, user, book } = await aPracticePage({ takesLower: true });
    await prepare('10');
    book.moveOdds(1.82);
    await user.click(placeButton());
    await dialogGone();
    await screen.findByText('$10.00 on Harbour City at 1.82');
    expect(book.sent).toHaveLength(1);
  });

  test('that was shown is signed, even if a newer quote suggests lower odds', async () => {
    const { prepare, user, book } = await aPracticePage({ takesLower: true, market: { source: 'azuro' } });
    await prepare('10');
    book.suggestLower(0.3);
    await user.click(placeButton());
    await dialogGone();
    expect(book.sent[0]?.body).toMatchObject({ odds: 1.8 });
  });

  test('is a limit: below it the server refuses the bet, and the new odds are offered', async () => {
    const { prepare, user, book } = await aPracticePage({ takesLower: true });
    await prepare('10');
    book.moveOdds(1.79);
    await user.click(placeButton());
    await screen.findByText('Odds are now 1.79 (were 1.85)');
    expect(book.bets).toHaveLength(0);
  });

  test('is unknown before a stake is quoted, and hidden where bets are filled at exactly the signed odds', async () => {
    const { openDialog, type } = await aPracticePage();
    await openDialog();
    expect(leastFigure('Total return')).toBe('–');
    await type('10');
    await screen.findByText('Place bet: 10 on o_home at 1.85 odds');
    expect(screen.queryByText('At least')).toBeNull();
    expect(screen.queryByLabelText('Price protection')).toBeNull();
  });
});

describe('the price protection', () => {
  const protection = () => screen.getByLabelText<HTMLSelectElement>('Price protection');
  const percent = () => screen.getByLabelText<HTMLInputElement>('% lower');

  test('is what the server suggests, or exactly the odds, and is remembered', async () => {
    const { prepare, user, book } = await aPracticePage({ takesLower: true });
    await prepare('10');
    expect(protection().value).toBe('auto');
    expect(screen.getByText('You get the latest odds, at least 1.80.')).toBeDefined();
    await user.selectOptions(protection(), 'Exact odds');
    expect(leastFigure('Odds')).toBe('1.85');
    expect(screen.getByText('1.85 or better, or no bet.')).toBeDefined();
    expect(screen.getByText('Place bet: 10 on o_home at 1.85 odds')).toBeDefined();
    await user.click(placeButton());
    await dialogGone();
    expect(book.sent[0]?.body).toMatchObject({ odds: 1.85 });
    await prepare('10');
    expect(protection().value).toBe('exact');
  });

  test('of an own limit is a percentage, and an invalid one changes nothing', async () => {
    const { prepare, user, book } = await aPracticePage({ takesLower: true });
    await prepare('10');
    await user.selectOptions(protection(), 'Own limit');
    expect(leastFigure('Odds')).toBe('1.81');
    await user.clear(percent());
    await user.type(percent(), '5');
    expect(leastFigure('Odds')).toBe('1.75');
    await user.type(percent(), '99');
    expect(screen.getByText('Enter a percentage from 0.1 to 50.')).toBeDefined();
    expect(leastFigure('Odds')).toBe('1.75');
    await user.click(placeButton());
    await dialogGone();
    expect(book.sent[0]?.body).toMatchObject({ odds: 1.75 });
  });
});

describe('the odds', () => {
  test('that the stake moves are shown, and a move of more than 2% needs a tick', async () => {
    const { prepare, type, user } = await aPracticePage();
    await prepare('25');
    expect(screen.getByText('Your stake moves the odds: 1.85 → 1.83 (-1.1%)')).toBeDefined();
    await type('48');
    await screen.findByText('Your stake moves the odds: 1.85 → 1.81 (-2.2%)');
    expect(placeButton().disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'I accept 1.81 for this stake' }));
    expect(placeButton().disabled).toBe(false);
  });

  test('that moved while the dialog was open must be accepted', async () => {
    const { prepare, type, book, takeOffer } = await aPracticePage();
    await prepare('10');
    book.moveOdds(1.82);
    await type('11');
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    expect(figure('Odds')).toBe('1.85');
    expect(placeButton().disabled).toBe(true);
    await takeOffer('1.82');
    expect(figure('Odds')).toBe('1.82');
    expect(placeButton().disabled).toBe(false);
  });

  test('of an outdated list are corrected when the dialog opens', async () => {
    const { openDialog, book } = await aPracticePage();
    book.moveOdds(1.7);
    await openDialog();
    await screen.findByText('Odds are now 1.70 (were 1.85)');
  });

  test('that moved before the bet arrived are offered from the refusal', async () => {
    const { prepare, user, book, evm, takeOffer } = await aPracticePage();
    await prepare('10');
    book.moveOdds(1.82);
    await user.click(placeButton());
    await toastTitled('Bet Failed');
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    expect(amountField().value).toBe('10');
    await takeOffer('1.82');
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
    await user.click(placeButton());
    await waitFor(() => expect(book.bets).toHaveLength(1));
    expect(book.sent.map(({ body }) => body.odds)).toEqual([1.85, 1.82]);
    expect(new Set(book.sent.map(({ key }) => key)).size).toBe(2);
    expect(evm.calls.filter((call) => call === 'personal_sign')).toHaveLength(2);
  });

  test('that a bet in another tab moved come with the cap that is left after that bet', async () => {
    const { prepare, user, book } = await aPracticePage();
    await prepare('10');
    book.moveOdds(1.82);
    book.stakeElsewhere(20);
    await user.click(placeButton());
    await screen.findByText('Odds are now 1.82 (were 1.85)');
    await screen.findByText('$42.00');
  });

  test('that cannot be read are reported and can be requested again', async () => {
    const { openDialog, type, user, book } = await aPracticePage();
    await openDialog();
    book.cutOff('/api/markets/m_match/quote');
    await type('10');
    await screen.findByText(/^No answer from the server\. No bet was placed\./);
    expect(placeButton().disabled).toBe(true);
    book.reconnect('/api/markets/m_match/quote');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(placeButton()).toBeEnabledNow());
  });
});

describe('the age question', () => {
  const answer = () => screen.getByRole('button', { name: "I'm 18+ and Understand" });
  const button = () => screen.queryByRole('button', { name: 'Place Bet' });

  test('is in the place of the button, which then has the focus', async () => {
    localStorage.removeItem('compliance-accepted');
    const { openDialog, type, user, book } = await aPracticePage();
    await openDialog();
    await type('10');
    await screen.findByText('Place bet: 10 on o_home at 1.85 odds');
    expect(button()).toBeNull();
    await user.keyboard('{Enter}');
    expect(book.sent).toEqual([]);
    await user.click(answer());
    expect(document.activeElement).toBe(button());
    expect(placeButton()).toBeEnabledNow();
    expect(localStorage.getItem('compliance-accepted')).toBe('true');
  });

  test('leads back to the amount while there is none', async () => {
    localStorage.removeItem('compliance-accepted');
    const { openDialog, user } = await aPracticePage();
    await openDialog();
    await user.click(answer());
    expect(document.activeElement).toBe(amountField());
    expect(placeButton().disabled).toBe(true);
  });
});

test('a stake above what the market takes is explained once, in the format of the form', async () => {
  const { openDialog, type, book } = await aPracticePage({
    limits: { dailyStakeCap: 9000, capLeft: 9000, balance: 9000 },
  });
  book.moveOdds(1.85, { maxStake: 3974.8, version: 7 });
  await openDialog();
  await type('5000');
  await screen.findByText('Largest stake now: $3,974.80.');
  expect(screen.queryByText('Too large.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});
