import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { switchKeys } from './key-settings.ts';
import { SEARCH_FIELD_ID } from './search-field-id.ts';
import { useKeys } from './use-keys.ts';

const brought: string[] = [];
beforeEach(() => {
  localStorage.clear();
  brought.length = 0;
  // jsdom has no layout and no scrolling.
  Element.prototype.scrollIntoView = function (this: HTMLElement) {
    brought.push(this.dataset.market ?? '');
  };
});
afterEach(cleanup);

function Page({ onPick }: { onPick: (id: string) => void }) {
  useKeys();
  return (
    <>
      <input type="search" id={SEARCH_FIELD_ID} aria-label="Search" defaultValue="rain" />
      <ul>
        {['a', 'b', 'c'].map((id) => (
          <li key={id} data-market={id}>
            <h4>
              <a href={`/market/${id}`}>Market {id}</a>
            </h4>
            <button type="button" className="outcome" onClick={() => onPick(`${id} yes`)}>
              Yes
            </button>
            <button type="button" className="outcome" disabled onClick={() => onPick(`${id} no`)}>
              No
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
const aPage = ({ onPick = () => {} }: { onPick?: (id: string) => void } = {}) =>
  render(<Page onPick={onPick} />);
const link = (name: string) => screen.getByRole('link', { name });

test('j and k move over the cards and stop at the ends', async () => {
  switchKeys('letters', true);
  aPage();
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(link('Market a'));
  await userEvent.keyboard('jj');
  expect(document.activeElement).toBe(link('Market c'));
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(link('Market c'));
  await userEvent.keyboard('k');
  expect(document.activeElement).toBe(link('Market b'));
  expect(brought).toEqual(['a', 'b', 'c', 'b']);
});

test('digits click an outcome of the focused card', async () => {
  switchKeys('letters', true);
  const onPick = vi.fn();
  aPage({ onPick });
  await userEvent.keyboard('1');
  expect(onPick).not.toHaveBeenCalled();
  await userEvent.keyboard('jj1');
  expect(onPick.mock.calls).toEqual([['b yes']]);
  expect(document.activeElement?.textContent).toBe('Yes');
  // It takes no bets, and has no third outcome.
  await userEvent.keyboard('23');
  expect(onPick).toHaveBeenCalledTimes(1);
});

test('letters and digits do nothing until they are switched on', async () => {
  const onPick = vi.fn();
  aPage({ onPick });
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(document.body);
  link('Market a').focus();
  await userEvent.keyboard('1');
  expect(onPick).not.toHaveBeenCalled();
});

test('/ focuses the search field and selects its text', async () => {
  aPage();
  await userEvent.keyboard('/');
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('rain');
  await userEvent.keyboard('snow');
  expect(field.value).toBe('snow');
});

test('keys do nothing while a dialog is open', async () => {
  switchKeys('letters', true);
  aPage();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  await userEvent.keyboard('j/');
  expect(document.activeElement).toBe(document.body);
  dialog.remove();
});
