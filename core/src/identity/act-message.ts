import type { WireRehearsal } from '../http-api.ts';
import type { BreakPeriod } from './decide-limits.ts';

/**
 * What cannot be undone, with the values that it is signed with: a break longer than a day, and an admin's approval of how
 * a market ends or of a change that another admin proposed.
 */
export type SignedAct =
  | { readonly kind: 'break'; readonly period: LongBreak }
  | {
      readonly kind: 'approve-result';
      readonly rehearsal: Pick<
        WireRehearsal,
        'marketId' | 'title' | 'outcomeId' | 'outcomeName' | 'paid' | 'hash'
      >;
    }
  /** `summary`: what the change comes to, as the approving admin has read it. */
  | { readonly kind: 'approve-change'; readonly changeId: string; readonly summary: string };

export type LongBreak = Exclude<BreakPeriod, '24-hours'>;

/** Where and when an act is signed. */
export interface ActFrame {
  /** Host, with port when it is not the default one. */
  readonly domain: string;
  /** Canonical text of the address that signs. */
  readonly address: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Whether a break is longer than a day, so that a session alone does not begin it. */
export function isLongBreak(period: BreakPeriod): period is LongBreak {
  return period !== '24-hours';
}

/**
 * The text that a wallet signs for an act. The server makes it again from what it knows and checks the signature over
 * that, never over text that a client sent. It begins otherwise than the sign-in message, so neither passes for the other.
 *
 * @throws RangeError when a part of the frame has a space or a line break, which could make one text read as another
 */
export function actMessage(
  act: SignedAct,
  { domain, address, nonce, issuedAt, expiresAt }: ActFrame,
): string {
  for (const part of [domain, address, nonce]) {
    if (!/^[\x21-\x7e]+$/.test(part)) {
      throw new RangeError(`expected visible ASCII without spaces, got ${JSON.stringify(part)}`);
    }
  }
  return [
    `${domain} wants you to sign what cannot be undone, with your account:`,
    address,
    '',
    ...actLines(act),
    '',
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n');
}

/** The lines of the text that say what is done. Each value is in one line of its own. */
export function actLines(act: SignedAct): string[] {
  switch (act.kind) {
    case 'break': {
      const { what, time } = BREAKS[act.period];
      return [`Act: ${what}`, `For: ${time}`];
    }
    case 'approve-result': {
      const { marketId, title, outcomeId, outcomeName, paid, hash } = act.rehearsal;
      const result =
        outcomeId === null
          ? 'void, every open stake is given back'
          : `${quoted(outcomeName ?? outcomeId)} wins`;
      return [
        'Act: Approve the end of a market',
        `Market: ${quoted(title)} (${oneLine(marketId)})`,
        `Result: ${result}`,
        `Paid to bettors: ${paid} USDC`,
        `Rehearsal: ${oneLine(hash)}`,
      ];
    }
    case 'approve-change':
      return ['Act: Approve a change', `Change: ${oneLine(act.changeId)}`, `What: ${quoted(act.summary)}`];
  }
}

const BREAKS = {
  '7-days': { what: 'Take no bets of mine', time: '7 days' },
  '30-days': { what: 'Take no bets of mine', time: '30 days' },
  '6-months': { what: 'Exclude me from betting', time: '6 months' },
  '1-year': { what: 'Exclude me from betting', time: '1 year' },
  '5-years': { what: 'Exclude me from betting', time: '5 years' },
} as const satisfies Record<LongBreak, { what: string; time: string }>;

/** In quotation marks, so that a value cannot pass for the words around it. */
function quoted(text: string): string {
  return oneLine(JSON.stringify(text));
}

/** What would break the line, hide, or turn the order of writing round is written as its code. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, place) => codeOf(mark.charCodeAt(place))).join(''),
  );
}

const codeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
