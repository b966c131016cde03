import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from './choose-language.ts';
import { language, locale } from './language.ts';

beforeEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('a chosen language is set on the document and stored for the next visit', async () => {
  await chooseLanguage('es');
  expect(language()).toBe('es');
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('tallystone.language')).toBe('es');
});

test('the latest choice wins, whichever loads first', async () => {
  await Promise.all([chooseLanguage('es'), chooseLanguage('en')]);
  expect(language()).toBe('en');
  expect(localStorage.getItem('tallystone.language')).toBe('en');
});

test("without a choice, the browser's first language that the app has is used but not stored", async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ca-ES', 'es-AR', 'en-US']);
  await startLanguage();
  expect(language()).toBe('es');
  expect(localStorage.getItem('tallystone.language')).toBeNull();
});

test('browsers with other languages get English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'fr']);
  await startLanguage();
  expect(language()).toBe('en');
});

test("a stored choice overrides the browser's languages, even if it is English", async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es']);
  localStorage.setItem('tallystone.language', 'en');
  await startLanguage();
  expect(language()).toBe('en');
});

test('an unknown stored language is ignored', async () => {
  localStorage.setItem('tallystone.language', 'tlh');
  await startLanguage();
  expect(language()).toBe('en');
});

test('if the browser forbids storage, a choice lasts until the page is closed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  await chooseLanguage('es');
  expect(language()).toBe('es');
});

test('both languages use a decimal point, like the signed text', async () => {
  const amount = () => (1234.5).toLocaleString(locale(), { minimumFractionDigits: 2 });
  expect(amount()).toBe('1,234.50');
  await chooseLanguage('es');
  expect(amount()).toBe('1,234.50');
});
