import { say } from '@tallystone/core/sentences/say';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../data/api-error.ts';
import { chooseLanguage } from './choose-language.ts';
import { translated, translatedMessage } from './translated.ts';

beforeEach(() => chooseLanguage('es'));

test('a refusal is translated into Spanish by its code and facts', () => {
  const until = '2026-12-24T18:00:00.000Z';
  expect(translatedMessage(say('stake-too-large', { most: 38.5 }))).toBe(
    'Lo máximo que puedes apostar ahora a este resultado son 38.50 USDC, así que no se tomó dinero; introduce un importe menor.',
  );
  expect(translatedMessage(say('self-excluded', { until }))).toMatch(
    /^Pediste no apostar hasta 2026-12-24 18:00 UTC, así que no se tomó dinero;/,
  );
});

test('in English every sentence stays unchanged', async () => {
  await chooseLanguage('en');
  expect(translated('As it came.', say('market-closed').reason)).toBe('As it came.');
});

test('nested reasons are translated too', () => {
  const type = say('sports');
  expect(translatedMessage(say('choose-category-of', { type }))).toBe(
    'Elige una de las categorías de Deportes.',
  );
  const done = say('imported-markets', { count: 3 });
  const list = [say('skipped-already_imported', { count: 1 }), say('skipped-already_started', { count: 1 })];
  expect(translatedMessage(say('import-skipped', { done, count: 2, list }))).toBe(
    'Se importaron 3 mercados; omitidos 2: 1 ya importados, 1 ya empezados.',
  );
});

test('text from users is left unchanged', () => {
  const what = {
    title: 'Will it rain? {{days}}',
    shares: '"Yes" 60%, "No" 40%',
    until: '2026-12-01T10:00:00.000Z',
    amount: 1000,
  };
  expect(translatedMessage(say('open-until', what))).toBe(
    'Abrir «Will it rain? {{days}}» con probabilidades iniciales de "Yes" 60%, "No" 40%, apuestas hasta el 2026-12-01 10:00 UTC y un presupuesto de 1000.00 USDC.',
  );
});

test.each([
  ['a code of a newer server', { code: 'of-tomorrow' }],
  ['a nested code of a newer server', { code: 'no-market-imported', problem: { code: 'of-tomorrow' } }],
  ['a fact that is missing', { code: 'stake-too-large' }],
  ['a fact of the wrong type', { code: 'stake-too-large', most: 'much' }],
])('%s leaves the sentence in English', (_, reason) => {
  expect(translated('As it came.', reason)).toBe('As it came.');
});

test('a server error has its sentence and fields translated, and its message unchanged', () => {
  const text = JSON.stringify({
    error: 'Too many requests; try again in 12 seconds.',
    code: 'rate-limited',
    requestId: 'r',
    reason: { code: 'too-many-requests', seconds: 12 },
    fields: { title: 'Enter a title of 3 to 200 characters.', tags: 'Something new.' },
    fieldReasons: { title: { code: 'title-length', min: 3, max: 200 } },
  });
  const error = new ApiError({ status: 429, statusText: '', text });
  expect(error.sentence).toBe('Demasiadas solicitudes; inténtalo de nuevo en 12 segundos.');
  expect(error.message).toBe(`429: ${text}`);
  expect(error.fields).toEqual({
    title: 'Introduce un título de 3 a 200 caracteres.',
    tags: 'Something new.',
  });
});
