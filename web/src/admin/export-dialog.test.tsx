import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { storedSession } from '../data/stored-session.ts';
import { ExportDialog } from './export-dialog.tsx';
import { fileNameOf } from './export-file.ts';

const saved: { name: string; href: string }[] = [];

beforeEach(() => {
  localStorage.clear();
  saved.length = 0;
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The dialog of a signed-in admin, with a server that sends a CSV, refuses, or breaks off. */
function aDialog(answer: () => Promise<Response>) {
  const asked: { path: string; token: string | null }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push({ path, token: new Headers(init.headers).get('Authorization') });
    return answer();
  });
  const user = {
    publicKey: '0xa',
    walletType: 'evm',
    kycLevel: 2,
    dailyStakeCap: 1,
    verified: true,
  } as const;
  storedSession.save({ token: 'secret', user });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportDialog onClose={() => {}} />
    </QueryClientProvider>,
  );
  return { asked, user: userEvent.setup() };
}

const aCsv = async () =>
  new Response('"a"\r\n"1"\r\n', {
    headers: { 'Content-Disposition': 'attachment; filename="tallystone-bets-2026-11-01-2026-11-30.csv"' },
  });
const press = () => screen.getByRole('button', { name: 'Download CSV' });

describe('the export', () => {
  test("requests the chosen set and days with the session, and saves it under the server's file name", async () => {
    const { asked, user } = aDialog(aCsv);
    expect(screen.getByRole('dialog', { name: 'Export Data' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Data'), 'Bets');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-30' } });
    await user.click(press());
    expect(await screen.findByText('tallystone-bets-2026-11-01-2026-11-30.csv is downloaded.')).toBeTruthy();
    expect(asked).toEqual([
      { path: '/api/admin/export?set=bets&from=2026-11-01&to=2026-11-30', token: 'Bearer secret' },
    ]);
    expect(saved).toEqual([{ name: 'tallystone-bets-2026-11-01-2026-11-30.csv', href: 'blob:x' }]);
  });

  test('sends no days for everything', async () => {
    const { asked, user } = aDialog(aCsv);
    await user.click(press());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(asked[0]?.path).toBe('/api/admin/export?set=markets');
  });

  test('says so if there are no rows', async () => {
    const { user } = aDialog(async () => new Response('\uFEFF"a","b"\r\n'));
    await user.click(press());
    expect(await screen.findByText(/^tallystone-markets\.csv is downloaded, with 0 rows\.$/)).toBeTruthy();
  });

  test('offers markets, bets, combos, ledger entries and the audit', () => {
    aDialog(aCsv);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Markets',
      'Bets',
      'Combos',
      'Ledger entries',
      'Audit',
    ]);
  });

  test('is disabled while the days are reversed', async () => {
    const { asked } = aDialog(aCsv);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-30' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-01' } });
    expect(screen.getByText('The first day is after the last.')).toBeTruthy();
    expect((press() as HTMLButtonElement).disabled).toBe(true);
    expect(asked).toEqual([]);
  });

  test('shows why the server refused', async () => {
    const error = 'Another export is running. Nothing was exported; try again in a minute.';
    const { user } = aDialog(async () =>
      Response.json({ error, code: 'rate-limited', requestId: 'r' }, { status: 429 }),
    );
    await user.click(press());
    expect(await screen.findByText(error)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  test('saves nothing if the download breaks off', async () => {
    const { user } = aDialog(async () => {
      const broken = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('"a"\r\n'));
          controller.error(new TypeError('network error'));
        },
      });
      return new Response(broken);
    });
    await user.click(press());
    expect(await screen.findByText(/^The download was cut off; no file was saved\./)).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('the file name', () => {
  test.each([
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=bets.csv', 'bets.csv'],
    ['attachment; filename="../../x.csv"', '....x.csv'],
    ['attachment', null],
    [null, null],
  ])('of %j is %j', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
