import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseOddsFormat, useOddsFactor, useOddsText } from './odds-format.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  chooseOddsFormat('decimal');
});

function Price({ odds }: { odds: number }) {
  const oddsText = useOddsText();
  const oddsFactor = useOddsFactor();
  return <p>{`${oddsText(odds)} and ${oddsFactor(odds)}`}</p>;
}

test('odds are decimal until another format is chosen, which is stored', () => {
  render(<Price odds={1.83} />);
  expect(screen.getByText('1.83 and 1.83x')).toBeTruthy();
  act(() => chooseOddsFormat('american'));
  expect(screen.getByText('-121 and -121')).toBeTruthy();
  expect(localStorage.getItem('tallystone.odds-format')).toBe('american');
});

test('other tabs follow', () => {
  render(<Price odds={2.5} />);
  localStorage.setItem('tallystone.odds-format', 'fractional');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(screen.getByText('3/2 and 3/2')).toBeTruthy();
});

test('an invalid stored format is ignored', () => {
  localStorage.setItem('tallystone.odds-format', 'roman');
  render(<Price odds={2.5} />);
  expect(screen.getByText('2.50 and 2.50x')).toBeTruthy();
});

test('without storage the choice lasts as long as the page', () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
  render(<Price odds={2.5} />);
  act(() => chooseOddsFormat('percent'));
  expect(screen.getByText('40.00% and 40.00%')).toBeTruthy();
});
