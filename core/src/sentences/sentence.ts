import { formatUsdc } from '../money/format-usdc.ts';
import { microUsdc } from '../money/micro-usdc.ts';
import { utcMinute } from '../utc-minute.ts';
import type { Reason } from './all.ts';
import type { FactsOf } from './facts.ts';

/** A message for users: an English sentence, and the code and facts from which other languages make theirs. */
export interface Message {
  readonly sentence: string;
  readonly reason: Reason;
}

type Facts<Text> = FactsOf<Text, Message>;
export type Given<Text> = keyof Facts<Text> extends never ? [] : [facts: Facts<Text>];

/**
 * Makes a sentence from its code and facts.
 *
 * @param texts the sentences of one domain, such as `BETS`, so that a browser that needs these loads no others
 */
export function sayOf<
  Texts extends { readonly [Code in keyof Texts]: string },
  Code extends keyof Texts & Reason['code'],
>(texts: Texts, code: Code, ...given: Given<Texts[Code]>): Message {
  const facts: object = given[0] ?? {};
  const sentence = fill(texts[code], facts, (nested) => (nested as Message).sentence);
  // The compiler has checked that the facts match the placeholders of the text.
  return { sentence, reason: { code, ...mapped(facts) } as unknown as Reason };
}

/** Finds the code of a stored sentence without facts. @returns null if no text in `texts` equals it */
export function reasonOf(
  texts: Readonly<Partial<Record<Reason['code'], string>>>,
  sentence: string,
): Reason | null {
  const found = Object.entries(texts).find(([, text]) => text === sentence);
  return found === undefined ? null : ({ code: found[0] } as Reason);
}

const HOLE = /\{\{(\w+)(?::(\w+))?\}\}/g;

/** The placeholders of a text. */
export function holesOf(text: string): { name: string; kind: string }[] {
  return [...text.matchAll(HOLE)].map(([, name = '', kind = '']) => ({ name, kind }));
}

/** Fills in a text. @param nested returns the text of a fact with its own code. @throws Error if a fact is missing */
export function fill(text: string, facts: object, nested: (fact: unknown) => string): string {
  const values = facts as Readonly<Record<string, unknown>>;
  return text.replace(HOLE, (_, name: string, kind?: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`"${text}" lacks ${name}`);
    switch (kind) {
      case 'usdc':
        return usdcText(Number(value));
      case 'thousands':
        return usdcText(Number(value)).replace(/\B(?=(\d{3})+\.)/g, ',');
      case 'odds':
        return Number(value).toFixed(2);
      case 'figure':
        return Number(value).toLocaleString('en-US');
      case 'minute':
        return utcMinute(new Date(String(value)));
      case 'reason':
        return nested(value);
      case 'reasons':
        return (value as readonly unknown[]).map(nested).join(', ');
      default:
        return String(value);
    }
  });
}

/** Goes through micro-USDC, so that fractions of a cent are rounded down and never up. */
const usdcText = (usdc: number): string => formatUsdc(microUsdc(BigInt(Math.round(usdc * 1_000_000))));

const bare = (fact: unknown): unknown =>
  Array.isArray(fact) ? fact.map(bare) : typeof fact === 'object' ? (fact as Message).reason : fact;

const mapped = (facts: object): object =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, bare(fact)]));
