import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BreakPeriod } from '../http-api/account.ts';
import type { WireRehearsal } from '../http-api/settlement.ts';
import { requireVisible } from './sign-in-message.ts';

/**
 * Irreversible acts with the values that are signed: a break longer than a day, an admin's approval of how a market
 * ends or of another admin's change, a guardian's objection to a result, and the closing or deletion of markets.
 */
export type SignedAct =
  | { readonly kind: 'break'; readonly period: LongBreak }
  | { readonly kind: 'approve-result'; readonly rehearsal: SignedEnd & Pick<WireRehearsal, 'paid'> }
  /** `summary`: what the change does, as the approving admin read it. */
  | { readonly kind: 'approve-change'; readonly changeId: string; readonly summary: string }
  | {
      readonly kind: 'object';
      readonly rehearsal: SignedEnd;
      /** Cleaned, as it is stored. */
      readonly reason: string;
      /** Whether a guardian objected to an earlier result of the market, so this objection voids it. */
      readonly isSecond: boolean;
    }
  /** All markets of the request, in any order; markets that the action doesn't apply to stay as they are. */
  | { readonly kind: 'close-now' | 'delete'; readonly markets: readonly SignedMarket[] };

/** The parts of a rehearsal that say how its market ends. */
type SignedEnd = Pick<
  WireRehearsal,
  'marketId' | 'title' | 'outcomeId' | 'alsoWonIds' | 'outcomeName' | 'hash'
>;

interface SignedMarket {
  readonly id: string;
  readonly title: string;
}

export type LongBreak = Exclude<BreakPeriod, '24-hours'>;

/** Where and when an act is signed. */
export interface ActFrame {
  /** Host, with the port unless it is the default. */
  readonly domain: string;
  /** The signing address in canonical form. */
  readonly address: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Whether a break is longer than a day, so a session alone can't start it. */
export function isLongBreak(period: BreakPeriod): period is LongBreak {
  return period !== '24-hours';
}

/**
 * The text that a wallet signs for an act. The server rebuilds it from what it knows and checks the signature over
 * that, never over text that a client sent. It begins differently from the sign-in message, so neither can pass for
 * the other.
 *
 * @throws RangeError when a part of the frame contains a space or a line break, which could make one text read as
 *   another
 */
export function actMessage(
  act: SignedAct,
  { domain, address, nonce, issuedAt, expiresAt }: ActFrame,
): string {
  for (const part of [domain, address, nonce]) requireVisible(part);
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

/** The lines of the text that describe the act. Each value stays on one line. */
export function actLines(act: SignedAct): string[] {
  switch (act.kind) {
    case 'break': {
      const { what, time } = BREAKS[act.period];
      return [`Act: ${what}`, `For: ${time}`];
    }
    case 'approve-result': {
      const { paid, hash } = act.rehearsal;
      return [
        'Act: Approve the end of a market',
        ...endLines(act.rehearsal),
        `Paid to bettors: ${paid} USDC`,
        `Rehearsal: ${oneLine(hash)}`,
      ];
    }
    case 'approve-change':
      return ['Act: Approve a change', `Change: ${oneLine(act.changeId)}`, `What: ${quoted(act.summary)}`];
    case 'object':
      return [
        'Act: Object to a result',
        ...endLines(act.rehearsal),
        `Reason: ${quoted(act.reason)}`,
        `Then: ${act.isSecond ? `The market is ${VOID}` : 'The market waits for another result'}`,
        `Rehearsal: ${oneLine(act.rehearsal.hash)}`,
      ];
    case 'close-now': {
      const { length } = act.markets;
      const what = length === 1 ? 'a market' : `${length} markets`;
      return [`Act: End the betting on ${what} now`, ...marketLines(act.markets)];
    }
    case 'delete': {
      const { length } = act.markets;
      const what = length === 1 ? 'a market, if it has no bets' : `those of ${length} markets without bets`;
      return [`Act: Delete ${what}`, ...marketLines(act.markets)];
    }
  }
}

const VOID = 'void, every open stake is given back';

function endLines(end: SignedEnd): string[] {
  return [marketLine({ id: end.marketId, title: end.title }), `Result: ${resultText(end)}`];
}

/** Names may contain commas, so several winners are also named by their ids. */
function resultText({ outcomeId, alsoWonIds = [], outcomeName }: SignedEnd): string {
  if (outcomeId === null) return VOID;
  const names = quoted(outcomeName ?? outcomeId);
  if (alsoWonIds.length === 0) return `${names} wins`;
  return `${names} win (${[outcomeId, ...alsoWonIds].map(oneLine).join(', ')})`;
}

/** The text names at most this many markets; of more, it has a hash of all ids. */
const MARKETS_NAMED = 8;

function marketLines(markets: readonly SignedMarket[]): string[] {
  const sorted = [...markets].sort((a, b) => (a.id < b.id ? -1 : 1));
  const named = sorted.slice(0, MARKETS_NAMED).map(marketLine);
  if (sorted.length <= MARKETS_NAMED) return named;
  const ids = sorted.map(({ id }) => oneLine(id)).join('\n');
  return [
    ...named,
    `More: ${sorted.length - MARKETS_NAMED}`,
    `SHA-256 of all ids: ${bytesToHex(sha256(utf8ToBytes(ids)))}`,
  ];
}

function marketLine({ id, title }: SignedMarket): string {
  return `Market: ${quoted(title)} (${oneLine(id)})`;
}

const BREAKS = {
  '7-days': { what: 'Take no bets of mine', time: '7 days' },
  '30-days': { what: 'Take no bets of mine', time: '30 days' },
  '6-months': { what: 'Exclude me from betting', time: '6 months' },
  '1-year': { what: 'Exclude me from betting', time: '1 year' },
  '5-years': { what: 'Exclude me from betting', time: '5 years' },
} as const satisfies Record<LongBreak, { what: string; time: string }>;

/** Quoted, so a value can't pass for the words around it. */
function quoted(text: string): string {
  return oneLine(JSON.stringify(text));
}

/** Escapes characters that would break the line, be invisible or change the writing direction. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, place) => codeOf(mark.charCodeAt(place))).join(''),
  );
}

const codeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
