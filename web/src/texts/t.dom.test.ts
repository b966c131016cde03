import { afterEach, describe, expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';
import { t, textOf } from './t.ts';
import { t as ofBet } from './t-bet.ts';
import { t as ofList } from './t-list.ts';

afterEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});

describe('a text', () => {
  test('without values is returned as written', () => {
    expect(ofBet('bet.place')).toBe('Place Bet');
  });

  test('inserts its values unescaped, including dollars and ampersands', () => {
    expect(ofBet('bet.aboveCap', { left: '$1,234.50' })).toBe('Above your daily cap: $1,234.50 left.');
    expect(t('card.about', { market: "Rain & Snow <b>'s</b>" })).toBe("about Rain & Snow <b>'s</b>");
    expect(t('card.about', { market: '$& $1 $$' })).toBe('about $& $1 $$');
  });

  test('leaves syntax in its values alone', () => {
    expect(t('card.about', { market: '{{market}} $t(bet.place) {{count}}' })).toBe(
      'about {{market}} $t(bet.place) {{count}}',
    );
  });

  test('takes values whose names are options of i18next', () => {
    expect(ofList('listNotes.see', { category: 'Sports', count: 1 })).toBe('See Sports (1)');
  });

  test('has a singular and a plural form', () => {
    expect(t('markets.count', { count: 0 })).toBe('0 markets');
    expect(t('markets.count', { count: 1 })).toBe('1 market');
    expect(t('markets.count', { count: 2 })).toBe('2 markets');
  });

  test('that does not exist throws an error', () => {
    expect(() => textOf('bet.noSuchText')).toThrow('There is no text "bet.noSuchText"');
  });

  test('that lacks a value throws an error', () => {
    expect(() => textOf('bet.aboveCap', {})).toThrow('A value is missing');
  });
});

describe('in Spanish', () => {
  test('the same keys give Spanish texts, even keys that were looked up before', async () => {
    expect(t('frame.skipToContent')).toBe('Skip to content');
    await chooseLanguage('es');
    expect(t('frame.skipToContent')).toBe('Saltar al contenido');
    await chooseLanguage('en');
    expect(t('frame.skipToContent')).toBe('Skip to content');
  });

  test('round millions, which have a third form, read like the plural', async () => {
    await chooseLanguage('es');
    const many = t('markets.count', { count: 2 });
    expect(t('markets.count', { count: 1_000_000 })).toBe(many.replace('2', '1000000'));
    expect(t('markets.count', { count: 1 })).not.toBe(many.replace('2', '1'));
  });
});
