import { createAdminMockServer } from '@tallystone/testkit/mock-api/admin-server.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { currentToasts, dismissToast } from '../ui/toast-store.ts';
import { CreateMarketTab } from './create-market-tab.tsx';

const CREATE = '/api/admin/create-market';
const DRAFT = 'tallystone.market-draft';

beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout.
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
  act(() => dismissToast());
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function aTab({ mode = 'demo' }: { mode?: 'demo' | 'live' } = {}) {
  const server = createAdminMockServer({ mode });
  vi.stubGlobal('fetch', server.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CreateMarketTab />
    </QueryClientProvider>,
  );
  return { server, user: userEvent.setup({ delay: null }) };
}
type Tab = ReturnType<typeof aTab>;

const field = (name: RegExp | string) => screen.getByLabelText(name);
const createButton = () => screen.getByRole('button', { name: 'Create Market' });
const preview = () => within(screen.getByRole('figure', { name: 'Preview' }));
/** The latest notification; the store keeps only one. */
const said = () => currentToasts()[0];
/** A control's accessible description. */
const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

/** Sets a field's text at once; typing letter by letter is tested elsewhere. */
const put = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });

async function fill({ user }: Tab) {
  await user.selectOptions(field('Type'), 'Sports');
  await user.selectOptions(field('Category'), 'Tennis');
  put('Title', 'Who wins the final?');
  put('Outcome 1', 'Ada');
  put('Outcome 2', 'Grace');
}

describe('the form', () => {
  test('starts with two empty outcomes and nothing to remove', async () => {
    const { user } = aTab();
    const outcomes = () => screen.getAllByRole('textbox', { name: /^Outcome \d+$/ });
    expect(outcomes()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Remove outcome/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Outcome' }));
    expect(outcomes()).toHaveLength(3);
    await user.type(field('Outcome 3'), 'Third');
    await user.click(screen.getByRole('button', { name: 'Remove outcome 1' }));
    expect(outcomes()).toHaveLength(2);
    expect(field('Outcome 2')).toHaveProperty('value', 'Third');
    expect(screen.queryByRole('button', { name: /Remove outcome/ })).toBeNull();
  });

  test("offers the type's categories, and resets them when the type changes", async () => {
    const { user } = aTab();
    expect(field('Category').hasAttribute('disabled')).toBe(true);
    await user.selectOptions(field('Type'), 'Crypto');
    const options = () =>
      within(field('Category'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options()).toEqual(['All Subcategories', 'Bitcoin', 'Ethereum', 'Altcoins', 'DeFi', 'NFT']);
    await user.selectOptions(field('Category'), 'All Subcategories');
    await user.type(field(/^Subcategory/), 'halving');
    expect(field('Category')).toHaveProperty('value', 'all');
    await user.selectOptions(field('Type'), 'Politics');
    expect(field('Category')).toHaveProperty('value', '');
    expect(field(/^Subcategory/)).toHaveProperty('value', '');
    expect(options()).toContain('Elections');
  });

  test('can be sent once title and category are set', async () => {
    const { user } = aTab();
    const isDisabled = () => createButton().hasAttribute('disabled');
    expect(isDisabled()).toBe(true);
    await user.type(field('Title'), 'Who wins?');
    expect(isDisabled()).toBe(true);
    await user.selectOptions(field('Type'), 'Sports');
    expect(isDisabled()).toBe(true);
    await user.selectOptions(field('Category'), 'Tennis');
    expect(isDisabled()).toBe(false);
  });

  test("shows the market's loss budget", async () => {
    aTab();
    await screen.findByText(/The pool pays the loss budget, 2,500\.00 USDC/);
  });

  test('shows the local date in UTC too', async () => {
    aTab();
    const date = field(/^Event date/);
    expect(describedBy(date)).toMatch(/in 30 days/);
    fireEvent.change(date, { target: { value: '2030-05-31T18:00' } });
    const utc = new Date('2030-05-31T18:00').toISOString();
    await waitFor(() => expect(describedBy(date)).toContain(`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`));
  });
});

describe('a date on which the clocks change', () => {
  test.each([
    ['2030-03-31T02:30', /^Clocks skip 02:30 that day\. We use .* \(2030-03-31 01:30 UTC\)\.$/],
    ['2030-10-27T02:30', /^02:30 happens twice that day\. We use the first \(2030-10-27 00:30 UTC\)\.$/],
  ])('gets a warning: %s', async (typed, sentence) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    aTab();
    put(/^Event date/, typed);
    await waitFor(() => expect(describedBy(field(/^Event date/))).toMatch(sentence));
  });
});

describe('what is wrong', () => {
  test('appears under a field once it is left', async () => {
    const { user } = aTab();
    await user.type(field('Title'), 'x');
    expect(screen.queryByText('Enter a title of 3 to 200 characters.')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Enter a title of 3 to 200 characters.')).toBeDefined();
    expect(field('Title').getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(field('Title'))).toContain('Enter a title of 3 to 200 characters.');
  });

  test('is summed up on sending, with links to the fields', async () => {
    const tab = aTab();
    await fill(tab);
    put('Outcome 2', 'ADA');
    put(/^Event date/, '2020-01-01T10:00');
    await tab.user.click(createButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Nothing was created. Fix 2 problems:');
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Outcomes: Give every outcome a different name.', 'Event date: Enter a date in the future.']);
    await tab.user.click(within(summary).getByRole('link', { name: 'Outcomes' }));
    expect(document.activeElement).toBe(field('Outcome 1'));
    expect(describedBy(field('Outcome 2'))).toContain('Give every outcome a different name.');
    expect(tab.server.timesAsked(CREATE)).toBe(0);
  });

  test("also includes the server's errors by field, until the field changes", async () => {
    const tab = aTab();
    tab.server.refuse(CREATE, {
      status: 400,
      code: 'invalid-request',
      error: 'The market was not created.',
      fields: { title: 'An open market already has this title.' },
    });
    await fill(tab);
    await tab.user.click(createButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Title: An open market already has this title.');
    expect(describedBy(field('Title'))).toContain('An open market already has this title.');
    expect(said()).toMatchObject({
      title: 'Error creating market',
      description: 'The market was not created.',
      variant: 'destructive',
    });
    put('Title', 'Who wins the final now?');
    expect(describedBy(field('Title'))).not.toContain('already');
    expect(field('Outcome 1')).toHaveProperty('value', 'Ada');
  });
});

describe('creating', () => {
  test('says that it waits for a second admin, and where', async () => {
    const tab = aTab({ mode: 'live' });
    await fill(tab);
    await tab.user.click(screen.getByRole('switch', { name: /^Starting probabilities/ }));
    put('Probability of outcome 1 in percent', '70');
    put('Probability of outcome 2 in percent', '30');
    await tab.user.click(createButton());
    await waitFor(() => expect(said()?.title).toBe('Waiting for a second admin'));
    const banner = screen.getByText('Waiting for a second admin').closest('[role="status"]');
    expect(banner?.textContent).toContain('The market is not open yet.');
    expect(screen.getByRole('link', { name: /^Markets/ }).getAttribute('href')).toBe('/admin');
    // The form is empty again.
    expect(field('Title')).toHaveProperty('value', '');
  });

  test('sends the whole form, says so and resets it', async () => {
    const tab = aTab();
    await fill(tab);
    put(/^Subcategory/, 'Harbour Open');
    put(/^Description/, 'As the organiser says.');
    put(/^Event date/, '2027-05-31T18:00');
    await tab.user.type(screen.getByRole('textbox', { name: /^Tags/ }), 'final,');
    await tab.user.type(screen.getByRole('textbox', { name: /^Tags/ }), 'clay{Enter}');
    await tab.user.click(screen.getByRole('switch', { name: 'Auto-resolve' }));
    await tab.user.click(screen.getByRole('switch', { name: /^Starting probabilities/ }));
    const percent = (place: number) => field(`Probability of outcome ${place} in percent`);
    expect(percent(1)).toHaveProperty('value', '50');
    fireEvent.change(percent(1), { target: { value: '70' } });
    expect(screen.getByText(/Total 120%/)).toBeDefined();
    // Futures are off in the settings, so the date is too far ahead.
    await tab.user.click(createButton());
    expect((await screen.findByRole('alert')).textContent).toContain('turn on futures trading first');
    put(/^Event date/, '');
    await tab.user.click(createButton());

    await waitFor(() => expect(said()?.title).toBe('Market created successfully'));
    expect(tab.server.bodiesTo(CREATE)).toEqual([
      {
        type: 'sports',
        category: 'tennis',
        subcategory: 'Harbour Open',
        title: 'Who wins the final?',
        description: 'As the organiser says.',
        outcomes: ['Ada', 'Grace'],
        eventDate: '',
        autoResolve: true,
        tags: ['final', 'clay'],
        probabilities: [70, 50],
      },
    ]);
    await waitFor(() => expect(field('Title')).toHaveProperty('value', ''));
    expect(field('Type')).toHaveProperty('value', '');
    await waitFor(() => expect(localStorage.getItem(DRAFT)).toBeNull());
  });

  test('keeps the input on failure', async () => {
    const tab = aTab();
    tab.server.refuse(CREATE, { status: 503, code: 'too-busy', error: 'The server is too busy.' });
    await fill(tab);
    await tab.user.click(createButton());
    await waitFor(() => expect(said()?.title).toBe('Error creating market'));
    expect(said()?.description).toBe('The server is too busy.');
    expect(field('Title')).toHaveProperty('value', 'Who wins the final?');
    expect(createButton().hasAttribute('disabled')).toBe(false);
  });
});

describe('the draft', () => {
  test.each([
    ['another tab', () => cleanup()],
    ['another page', () => window.dispatchEvent(new Event('pagehide'))],
  ])('is saved when the admin leaves for %s at once', (_, leave) => {
    aTab();
    put('Title', 'A market half thought of');
    leave();
    expect(localStorage.getItem(DRAFT)).toContain('half thought of');
  });

  test('is restored, and can be discarded', async () => {
    const tab = aTab();
    await fill(tab);
    await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('Who wins the final?'));
    cleanup();
    const { user } = aTab();
    expect(screen.getByText('Draft restored')).toBeDefined();
    expect(field('Title')).toHaveProperty('value', 'Who wins the final?');
    expect(field('Outcome 2')).toHaveProperty('value', 'Grace');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Title')).toHaveProperty('value', '');
    expect(localStorage.getItem(DRAFT)).toBeNull();
    expect(screen.queryByText('Draft restored')).toBeNull();
  });

  test.each(['{', '[]', '"x"', '{"outcomes":7,"tags":[1],"title":{}}', '{"outcomes":[null,{"name":1}]}'])(
    'is ignored if it is invalid: %s',
    (stored) => {
      localStorage.setItem(DRAFT, stored);
      aTab();
      expect(field('Title')).toHaveProperty('value', '');
      expect(screen.getAllByRole('textbox', { name: /^Outcome \d+$/ })).toHaveLength(2);
    },
  );
});

describe('the preview', () => {
  test("is the card with its opening odds, and can't be clicked", async () => {
    const tab = aTab();
    await fill(tab);
    await waitFor(() => expect(preview().getByText('Who wins the final?')).toBeDefined());
    expect(preview().getByText('Ada')).toBeDefined();
    expect(preview().getAllByText('50.0% chance')).toHaveLength(2);
    expect(preview().getByText('Ada').closest('[inert]')).not.toBeNull();
  });

  test('has no odds for probabilities that no market can open with', async () => {
    const tab = aTab();
    await fill(tab);
    await tab.user.click(screen.getByRole('switch', { name: /^Starting probabilities/ }));
    await tab.user.clear(field('Probability of outcome 1 in percent'));
    await waitFor(() => expect(preview().getAllByText('No price yet')).toHaveLength(2));
    expect(preview().queryByText(/chance/)).toBeNull();
    put('Probability of outcome 1 in percent', '50');
    await waitFor(() => expect(preview().getAllByText('50.0% chance')).toHaveLength(2));
  });
});
