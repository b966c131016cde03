import type { Teller } from './said.ts';
import type { Areas } from './text-keys.ts';

interface Pattern {
  readonly english: RegExp;
  readonly names: readonly string[];
  /** In the other language. */
  readonly text: string;
  /** Characters that are always the same: the more, the surer it is this pattern that made a sentence. */
  readonly fixed: number;
}

const HOLE = /\{\{(\w+)\}\}/;
/** A hole of this name holds a sentence, or a part of one, that has a pattern of its own; one of the other many. */
const NESTED = 'sentence';
const NESTED_LIST = 'list';
const BETWEEN = ', ';
/** Holes of these names hold digits, so that nothing people wrote is taken for a sentence of ours. */
const NUMBERS: readonly string[] = ['figure', 'id'];
/** Where one sentence ends and the next begins: several are told one by one. */
const NEXT_SENTENCE = /(?<=[.!?]) (?=\p{Lu})/u;
/** What people wrote stands in some sentences. Longer ones are not looked into. */
const MOST_CHARACTERS = 4000;
const MOST_KEPT = 500;

/**
 * Reads English sentences back by the patterns that they were made from, and fills what stood in their holes into the
 * other language.
 *
 * @param english patterns by area and name, with `{{name}}` for what differs from sentence to sentence
 * @param other the same names with their texts
 */
export function tellerOf(english: Areas, other: Areas): Teller {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [area, texts] of Object.entries(english)) {
    for (const [name, pattern] of Object.entries(texts)) {
      const text = other[area]?.[name];
      if (text === undefined) continue;
      if (HOLE.test(pattern)) patterns.push({ ...readerOf(pattern), text });
      else whole.set(pattern, text);
    }
  }
  patterns.sort((a, b) => b.fixed - a.fixed);

  const tell = (sentence: string): string | null => {
    const known = whole.get(sentence);
    if (known !== undefined) return known;
    for (const { english: reader, names, text } of patterns) {
      const found = reader.exec(sentence);
      const filled = found && fill(text, valuesOf(names, found, tell));
      if (filled) return filled;
    }
    const parts = sentence.split(NEXT_SENTENCE);
    return parts.length > 1 ? tellAll(parts, ' ', tell) : null;
  };

  const kept = new Map<string, string | null>();
  return (sentence) => {
    if (sentence.length > MOST_CHARACTERS) return null;
    const before = kept.get(sentence);
    if (before !== undefined) return before;
    const told = tell(sentence);
    // A page shows some dozens over and over, and none of them belongs to one person alone for long.
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(sentence, told);
    return told;
  };
}

function readerOf(pattern: string): Omit<Pattern, 'text'> {
  // Every second piece is the name of a hole.
  const pieces = pattern.split(new RegExp(HOLE, 'g'));
  const source = pieces.map((piece, place) => {
    if (place % 2 === 0) return escaped(piece);
    return NUMBERS.includes(piece) ? '([\\d.,]+)' : '(.*?)';
  });
  return {
    english: new RegExp(`^${source.join('')}$`, 's'),
    names: pieces.filter((_, place) => place % 2 === 1),
    fixed: pieces.filter((_, place) => place % 2 === 0).join('').length,
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What stood in the holes; null when a nested sentence is not known, so that no sentence is told half. */
function valuesOf(
  names: readonly string[],
  found: RegExpExecArray,
  tell: Teller,
): Readonly<Record<string, string>> | null {
  const values: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    const value = found[place + 1] ?? '';
    const told = toldValue(name, value, tell);
    if (told === null) return null;
    values[name] = told;
  }
  return values;
}

function toldValue(name: string, value: string, tell: Teller): string | null {
  if (name.startsWith(NESTED)) return value === '' ? '' : tell(value);
  return name.startsWith(NESTED_LIST) ? tellAll(value.split(BETWEEN), BETWEEN, tell) : value;
}

function tellAll(parts: readonly string[], between: string, tell: Teller): string | null {
  const told = parts.map(tell);
  return told.includes(null) ? null : told.join(between);
}

function fill(text: string, values: Readonly<Record<string, string>> | null): string | null {
  return values && text.replace(new RegExp(HOLE, 'g'), (_, name: string) => values[name] ?? '');
}
