import { noCashOutSentence } from '@tallystone/core/betting/no-cash-out-sentence';
import { refusalSentence } from '@tallystone/core/betting/refusal-sentence';
import { skipReasonSchema } from '@tallystone/core/http-api/azuro';
import { decideOwnCap, NO_LIMITS } from '@tallystone/core/identity/decide-limits';
import { checkNewMarket } from '@tallystone/core/markets/check-new-market';
import { skipSentence } from '@tallystone/core/markets/skip-reason';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { rangeProblem } from '@tallystone/core/settings/settings';
import { evidenceProblem } from '@tallystone/core/settlement/evidence-problem';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../data/api-error.ts';
import { chooseLanguage } from './choose-language.ts';
import { said, saidByField, saidIfAny } from './said.ts';
import { tellerOf } from './teller-of.ts';

beforeEach(() => chooseLanguage('es'));

const refused = { kind: 'rejected', market: null } as const;

test('a refused bet is told in Spanish with its figures', () => {
  const sentence = refusalSentence({
    ...refused,
    reason: 'stake-too-large',
    maxStake: microUsdc(38_500_000n),
  });
  expect(said(sentence)).toBe(
    'El mercado acepta ahora como máximo 38.50 USDC a este resultado, así que no se tomó dinero; introduce un importe menor.',
  );
  const until = new Date('2026-12-24T18:00:00Z');
  expect(said(refusalSentence({ ...refused, reason: 'self-excluded', until }))).toMatch(
    /^Pediste no apostar hasta 2026-12-24 18:00 UTC, así que no se tomó dinero;/,
  );
});

test('in English every sentence is as it came', async () => {
  await chooseLanguage('en');
  const sentence = noCashOutSentence('too-soon');
  expect(said(sentence)).toBe(sentence);
});

test('an error of the server has its sentence in the chosen language, and its message as it came', () => {
  const text =
    '{"error":"Too many requests; try again in 12 seconds.","code":"rate-limited","requestId":"r"}';
  const error = new ApiError({ status: 429, statusText: '', text });
  expect(error.sentence).toBe('Demasiadas solicitudes; inténtalo de nuevo en 12 segundos.');
  expect(error.message).toBe(`429: ${text}`);
});

test('forms, limits, settings and evidence are judged in Spanish', () => {
  const form = { type: 'sports', category: 'golf', title: 'x', outcomes: ['Yes', ''] };
  const checked = checkNewMarket(form, { now: new Date(), futures: false });
  expect(saidByField(checked.kind === 'refused' ? checked.problems : {})).toEqual({
    category: 'Elige una de las categorías de Deportes.',
    title: 'Introduce un título de 3 a 200 caracteres.',
    outcomes: 'Da un nombre a cada resultado.',
  });
  const cap = decideOwnCap(NO_LIMITS, { ownCap: '-1', now: new Date() });
  expect(cap.kind === 'refused' && said(cap.reason)).toMatch(/^Un límite diario es un importe entre 0\.00/);
  expect(said(rangeProblem('marketCap'))).toBe('Introduce un importe entre 100.00 y 1,000,000.00 USDC.');
  expect(saidIfAny(evidenceProblem('x'.repeat(2001), 'reason'))).toBe('Limita el motivo a 2000 caracteres.');
  expect(saidIfAny(evidenceProblem('It ended 2:1.', 'evidence'))).toBeUndefined();
});

test('what an import did is told with its list', () => {
  expect(said('Imported 3 games; skipped 2: 1 already imported, 1 already running.')).toBe(
    'Se importaron 3 partidos; omitidos 2: 1 ya importados, 1 ya en juego.',
  );
  for (const reason of skipReasonSchema.options) {
    expect(said(skipSentence(reason))).not.toBe(skipSentence(reason));
  }
});

test('sentences that stand together are told together, or not at all', () => {
  expect(said('Choose a category. No market was created.')).toBe(
    'Elige una categoría. No se creó ningún mercado.',
  );
  const unknown = 'Choose a category. Nobody ever said this.';
  expect(said(unknown)).toBe(unknown);
});

test('what people wrote stays as they wrote it', () => {
  const title =
    'Open "Will it rain? Yes, it will." with starting probabilities of "Yes" 60%, "No" 40%, betting until 2026-12-01 10:00 UTC and a budget of 1000.00 USDC.';
  expect(said(title)).toBe(
    'Abrir «Will it rain? Yes, it will.» con probabilidades iniciales de "Yes" 60%, "No" 40%, apuestas hasta el 2026-12-01 10:00 UTC y un presupuesto de 1000.00 USDC.',
  );
  expect(said('game over')).toBe('game over');
  expect(said('a '.repeat(3000))).toBe('a '.repeat(3000));
});

test('the pattern with most of its own words is the one that made a sentence', () => {
  const tell = tellerOf(
    { some: { short: '{{name}} won', long: '{{name}} of the feed has won' } },
    { some: { short: 'S {{name}}', long: 'L {{name}}' } },
  );
  expect(tell('Ana of the feed has won')).toBe('L Ana');
  expect(tell('Ana won')).toBe('S Ana');
  expect(tell('Ana lost')).toBeNull();
});
