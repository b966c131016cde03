import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from './choose-language.ts';
import { language, locale } from './language.ts';

beforeEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('a chosen language is the language of the document, and of the next visit', async () => {
  await chooseLanguage('es');
  expect(language()).toBe('es');
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('tallystone.language')).toBe('es');
});

test('what was chosen last counts, whatever arrives first', async () => {
  await Promise.all([chooseLanguage('es'), chooseLanguage('en')]);
  expect(language()).toBe('en');
  expect(localStorage.getItem('tallystone.language')).toBe('en');
});

test('without a choice the first language of the reader that is one of ours is taken, and not stored', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ca-ES', 'es-AR', 'en-US']);
  await startLanguage();
  expect(language()).toBe('es');
  expect(localStorage.getItem('tallystone.language')).toBeNull();
});

test('readers of other languages get English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'fr']);
  await startLanguage();
  expect(language()).toBe('en');
});

test('a choice stands above what the browser asks for, also English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es']);
  localStorage.setItem('tallystone.language', 'en');
  await startLanguage();
  expect(language()).toBe('en');
});

test('a stored word that is no language counts as none', async () => {
  localStorage.setItem('tallystone.language', 'tlh');
  await startLanguage();
  expect(language()).toBe('en');
});

test('where the browser forbids storage a choice holds for the page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  await chooseLanguage('es');
  expect(language()).toBe('es');
});

test('both languages write decimals with a point, as what is signed does', async () => {
  const amount = () => (1234.5).toLocaleString(locale(), { minimumFractionDigits: 2 });
  expect(amount()).toBe('1,234.50');
  await chooseLanguage('es');
  expect(amount()).toBe('1,234.50');
});
