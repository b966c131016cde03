import { formatUsdc } from '../money/format-usdc.ts';
import { microUsdc } from '../money/micro-usdc.ts';
import { utcMinute } from '../utc-minute.ts';
import type { Reason } from './all.ts';
import type { FactsOf } from './facts.ts';

/** What is said to people: one English sentence, and what any other language makes its own of. */
export interface Message {
  readonly sentence: string;
  readonly reason: Reason;
}

type Facts<Text> = FactsOf<Text, Message>;
export type Given<Text> = keyof Facts<Text> extends never ? [] : [facts: Facts<Text>];

/**
 * Makes a sentence of its code and facts.
 *
 * @param texts the sentences of one domain, such as `BETS`: a page that asks is sent no others
 */
export function sayOf<
  Texts extends { readonly [Code in keyof Texts]: string },
  Code extends keyof Texts & Reason['code'],
>(texts: Texts, code: Code, ...given: Given<Texts[Code]>): Message {
  const facts: object = given[0] ?? {};
  const sentence = fill(texts[code], facts, (nested) => (nested as Message).sentence);
  // The compiler has compared the facts with the holes of the text.
  return { sentence, reason: { code, ...mapped(facts) } as unknown as Reason };
}

/** The code of a sentence without facts that was stored as it is. */
export function reasonOf(
  texts: Readonly<Partial<Record<Reason['code'], string>>>,
  sentence: string,
): Reason | null {
  const found = Object.entries(texts).find(([, text]) => text === sentence);
  return found === undefined ? null : ({ code: found[0] } as Reason);
}

const HOLE = /\{\{(\w+)(?::(\w+))?\}\}/g;

/** What a text is filled with. */
export function holesOf(text: string): { name: string; kind: string }[] {
  return [...text.matchAll(HOLE)].map(([, name = '', kind = '']) => ({ name, kind }));
}

/** Fills a text in. @param nested gives the text of a fact that has a code of its own */
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

/** Through micro-USDC, so that what lies below a cent is rounded down and not up. */
const usdcText = (usdc: number): string => formatUsdc(microUsdc(BigInt(Math.round(usdc * 1_000_000))));

const bare = (fact: unknown): unknown =>
  Array.isArray(fact) ? fact.map(bare) : typeof fact === 'object' ? (fact as Message).reason : fact;

const mapped = (facts: object): object =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, bare(fact)]));
