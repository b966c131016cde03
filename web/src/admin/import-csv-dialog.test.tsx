import { createAdminMockServer } from '@tallystone/testkit/mock-api/admin-server.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { ImportCsvDialog } from './import-csv-dialog.tsx';
import { type CsvRequest, createCsvJudge } from './import-csv-judge.ts';
import { rejectsCsv } from './import-csv-rejects.ts';

const IMPORT = '/api/admin/import-csv';

beforeEach(() => {
  // jsdom has no workers, so the same code runs on the page.
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      #judge = createCsvJudge();
      postMessage({ id, request }: { id: number; request: CsvRequest }) {
        const data = { id, answer: this.#judge(request) };
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
      }
      terminate() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function aDialog() {
  const server = createAdminMockServer();
  vi.stubGlobal('fetch', server.fetch);
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ImportCsvDialog onClose={onClose} />
    </QueryClientProvider>,
  );
  return { server, onClose, user: userEvent.setup({ delay: null }) };
}

/** jsdom's files have no `text()`. */
const csvOf = (...lines: string[]) => {
  const text = lines.join('\n');
  return Object.assign(new File([text], 'markets.csv', { type: 'text/csv' }), { text: async () => text });
};
const HEADER = 'type,category,title,outcomes,ends';
const good = (title: string) => `sports,tennis,${title},A|B,`;
const choose = (user: ReturnType<typeof aDialog>['user'], file: File) =>
  user.upload(screen.getByLabelText(/Choose a CSV file/), file);

describe('a file', () => {
  test('is checked before anything is sent, and the button says what will happen', async () => {
    const { server, user } = aDialog();
    await choose(user, csvOf(HEADER, good('First'), good('x'), good('Second'), 'sports,golf,Third,A,'));
    await screen.findByRole('button', { name: 'Import 2 of 4' });
    const table = within(screen.getByRole('table', { name: 'All 4 rows' }));
    const cells = (row: string) =>
      within(table.getByRole('rowheader', { name: row }).closest('tr') ?? document.body)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('3')).toEqual(['sports', 'tennis', 'xEnter a title of 3 to 200 characters.', 'A|B', '']);
    expect(cells('5')).toEqual([
      'sports',
      'golfChoose one of the categories of Sports.',
      'Third',
      'AGive 2 to 16 outcomes.',
      '',
    ]);
    expect(server.timesAsked(IMPORT)).toBe(0);
  });

  test("loses no row to another row's quotation marks, and shows that row unparsed", async () => {
    const { user } = aDialog();
    await choose(user, csvOf(HEADER, good('First'), good('"Open'), good('"On two\nlines"'), good('Last')));
    await screen.findByRole('button', { name: 'Import 3 of 4' });
    const row = screen.getByRole('rowheader', { name: /^3/ }).closest('tr');
    expect(row?.textContent).toContain('sports,tennis,"Open,A|B,');
    expect(screen.getByRole('rowheader', { name: '5' }).closest('tr')?.textContent).toContain('Last');
  });

  test('shows no characters that change the text direction, and is sent unchanged', async () => {
    const { server, user } = aDialog();
    const lines = [
      `${HEADER},\u202enote`,
      `${good('Pay \u202eno\u202c one')},\u2066x`,
      `${good('\u202ex')},`,
    ];
    await choose(user, csvOf(...lines));
    const table = await screen.findByRole('table');
    expect(table.textContent).toContain('Pay no one');
    expect(screen.getByRole('dialog').textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(within(table).getByRole('columnheader', { name: 'note' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Import 1 of 2' }));
    await waitFor(() => expect(server.bodiesTo(IMPORT)[0]?.csv).toBe(lines.join('\n')));
  });

  test('gives its rejected rows back with all their cells', () => {
    const judge = createCsvJudge();
    judge({ kind: 'parse', text: `${HEADER}\n${good('\u202ex')}` });
    const columns = { type: 'type', category: 'category', title: 'title', outcomes: 'outcomes' };
    const answer = judge({ kind: 'judge', columns, now: Date.now(), futures: false, taken: [] });
    const cellsOf = (title: string) => ['sports', 'tennis', title, 'A|B', ''];
    expect(answer).toMatchObject({
      preview: [{ cells: cellsOf('x') }],
      rejected: [{ cells: cellsOf('\u202ex') }],
    });
  });

  test('shows its first twenty rows', async () => {
    const { user } = aDialog();
    await choose(user, csvOf(HEADER, ...Array.from({ length: 30 }, (_, index) => good(`Title ${index}`))));
    await screen.findByRole('table', { name: 'First 20 of 30 rows' });
    expect(screen.getAllByRole('rowheader')).toHaveLength(20);
    expect(screen.getByRole('button', { name: 'Import 30 of 30' })).toBeDefined();
  });

  test('can have its columns matched by hand', async () => {
    const { server, user } = aDialog();
    await choose(user, csvOf('type,category,question,outcomes,ends', good('First')));
    await screen.findByText('The column for "title" is missing.');
    expect(screen.getByRole('button', { name: 'Import' }).hasAttribute('disabled')).toBe(true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Title' }), 'question');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Event date/ }), 'ends');
    await user.click(await screen.findByRole('button', { name: 'Import 1 of 1' }));
    await waitFor(() => expect(server.timesAsked(IMPORT)).toBe(1));
    expect(server.bodiesTo(IMPORT)[0]?.columns).toEqual({
      type: 'type',
      category: 'category',
      title: 'question',
      outcomes: 'outcomes',
      eventDate: 'ends',
    });
  });

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('can have %s between its cells', async (_, delimiter) => {
    const { server, user } = aDialog();
    const lines = [HEADER, good('First'), good('x')].map((line) => line.replaceAll(',', delimiter));
    await choose(user, csvOf(...lines));
    await user.click(await screen.findByRole('button', { name: 'Import 1 of 2' }));
    await waitFor(() => expect(server.bodiesTo(IMPORT)[0]?.csv).toBe(lines.join('\n')));
  });

  test("isn't read if it is too large", async () => {
    const { user } = aDialog();
    const huge = csvOf('x');
    Object.defineProperty(huge, 'size', { value: 2_000_001 });
    const read = vi.spyOn(huge, 'text');
    await choose(user, huge);
    expect((await screen.findByRole('alert')).textContent).toContain('markets.csv is larger than 2 MB.');
    expect(read).not.toHaveBeenCalled();
  });

  test('is refused in another encoding, because characters would be lost', async () => {
    const { server, user } = aDialog();
    const latin1 = Uint8Array.from(`${HEADER}\n${good('Café au lait')}`, (letter) => letter.charCodeAt(0));
    const file = new File([latin1], 'markets.csv', { type: 'text/csv' });
    // Browsers read any bytes as UTF-8.
    await choose(user, Object.assign(file, { text: async () => new TextDecoder().decode(latin1) }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'markets.csv is not UTF-8. Save it as “CSV UTF-8” and choose it again.',
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(server.timesAsked(IMPORT)).toBe(0);
    await choose(user, csvOf(HEADER, good('Café au lait')));
    await screen.findByRole('button', { name: 'Import 1 of 1' });
  });

  test.each([
    ['a\0b', "This isn't a text file: it contains control characters."],
    ['', 'The file is empty.'],
    [`${HEADER}\n${'x'.repeat(70_000)}`, 'Line 2 is longer than 64 kB.'],
  ])('is refused if it is not a table: %.40j', async (text, problem) => {
    const { user } = aDialog();
    await choose(user, csvOf(text));
    expect((await screen.findByRole('alert')).textContent).toContain(problem);
    expect(screen.getByLabelText(/Choose a CSV file/)).toBeDefined();
  });

  test('can also be dropped', async () => {
    aDialog();
    const place = screen.getByText(/Choose a CSV file or drop it here/);
    fireEvent.drop(place, { dataTransfer: { files: [csvOf(HEADER, good('Dropped'))] } });
    await screen.findByRole('button', { name: 'Import 1 of 1' });
  });

  test("can't be imported without a good row", async () => {
    const { user } = aDialog();
    await choose(user, csvOf(HEADER, good('x')));
    const button = await screen.findByRole('button', { name: 'Import 0 of 1' });
    expect(button.hasAttribute('disabled')).toBe(true);
  });
});

describe('importing', () => {
  test("shows the server's result for each row", async () => {
    const { server, onClose, user } = aDialog();
    await choose(user, csvOf(HEADER, good('First'), good('Second'), good('Third')));
    await user.click(await screen.findByRole('button', { name: 'Import 3 of 3' }));
    await screen.findByText('2 markets created, 1 row left out.');
    expect(screen.getByRole('list', { name: 'Rejected rows' }).textContent).toBe(
      'Row 3, title: An open market already has this title.',
    );
    expect(server.bodiesTo(IMPORT)[0]?.csv).toContain('sports,tennis,Second,A|B,');
    expect(screen.getByRole('button', { name: 'Download rejected rows' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalled();
  });

  test('keeps the file on failure and says why', async () => {
    const { server, user } = aDialog();
    server.refuse(IMPORT, { status: 503, code: 'too-busy', error: 'The server is too busy.' });
    await choose(user, csvOf(HEADER, good('First')));
    await user.click(await screen.findByRole('button', { name: 'Import 1 of 1' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Nothing was importedThe server is too busy.');
    expect(screen.getByRole('button', { name: 'Import 1 of 1' }).hasAttribute('disabled')).toBe(false);
  });
});

test('the rejected rows have their number and reason, and no cell is a formula', () => {
  const wrong = [{ row: 7, column: 'title', reason: 'Too short.' }];
  const rejected = [{ row: 7, wrong, cells: ['=1+1', 'a "b"'] }];
  expect(rejectsCsv({ header: ['title', '@x'], rejected })).toBe(
    `"Row","Reason","title","'@x"\r\n"7","title: Too short.","'=1+1","a ""b"""\r\n`,
  );
});
