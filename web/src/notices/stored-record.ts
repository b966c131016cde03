import { localStore } from '../data/local-store.ts';
import type { Notice } from './notice.ts';
import { type ListTold, MOST_NOTICES, type NoticeRecord } from './notice-record.ts';

const PREFIX = 'tallystone.notices.';

/** Storage key of a wallet's record. EVM addresses are case-insensitive, Solana addresses aren't. */
export function recordKey(publicKey: string): string {
  return PREFIX + (publicKey.startsWith('0x') ? publicKey.toLowerCase() : publicKey);
}

/** The stored record of a wallet; null if there is none that can be parsed. */
export function readRecord(publicKey: string): NoticeRecord | null {
  const text = localStore.read(recordKey(publicKey));
  if (text === null) return null;
  try {
    return parseRecord(JSON.parse(text));
  } catch {
    return null;
  }
}

export function writeRecord(publicKey: string, record: NoticeRecord): void {
  localStore.write(recordKey(publicKey), JSON.stringify(record));
}

/** Leaves out invalid notices: another version of the app, or a person, may have written them. */
function parseRecord(value: unknown): NoticeRecord | null {
  if (!isObject(value) || !isListTold(value)) return null;
  if (!Array.isArray(value.notices) || !Array.isArray(value.told)) return null;
  return {
    notices: value.notices.filter(isNotice).slice(0, MOST_NOTICES),
    startedAt: value.startedAt,
    toldUntil: value.toldUntil,
    combos: isObject(value.combos) && isListTold(value.combos) ? value.combos : null,
    // A version that didn't follow older combos has none.
    openCombos: Array.isArray(value.openCombos)
      ? value.openCombos.filter((id) => typeof id === 'string')
      : [],
    told: value.told.filter((id) => typeof id === 'string'),
    // Only compared with the current limits, never shown.
    limits: isObject(value.limits) ? (value.limits as unknown as NoticeRecord['limits']) : null,
  };
}

function isNotice(value: unknown): value is Notice {
  if (!isObject(value)) return false;
  const { kind, id, at, read } = value;
  if (typeof id !== 'string' || !isMoment(at) || typeof read !== 'boolean') return false;
  const isOfBet = typeof value.betId === 'string' && isNoticeBet(value.bet);
  switch (kind) {
    case 'said':
      return typeof value.title === 'string' && isOptionalText(value.description);
    case 'transaction':
      return (
        typeof value.title === 'string' &&
        typeof value.description === 'string' &&
        isNoticeBet(value.bet) &&
        Array.isArray(value.stages) &&
        value.stages.every((stage) => isObject(stage) && typeof stage.text === 'string') &&
        isOptionalText(value.betId) &&
        (value.reference === undefined ||
          (isObject(value.reference) && typeof value.reference.hash === 'string'))
      );
    case 'bet-placed':
    case 'bet-confirmed':
      return isOfBet;
    case 'bet-failed':
      return isOfBet && (value.why === undefined || isWhy(value.why));
    case 'sale-failed':
      return isOfBet && typeof value.amount === 'number' && isWhy(value.why);
    case 'part-sold':
      return isOfBet && typeof value.paid === 'number';
    case 'bet-ended':
      return isOfBet && typeof value.result === 'string' && typeof value.paid === 'number';
    case 'limits':
      return isObject(value.change) && typeof value.change.what === 'string';
    default:
      return false;
  }
}

function isNoticeBet(value: unknown): boolean {
  return (
    isObject(value) &&
    ['marketId', 'marketTitle', 'outcomeName'].every((name) => typeof value[name] === 'string') &&
    typeof value.amount === 'number' &&
    typeof value.odds === 'number' &&
    (value.selections === undefined || typeof value.selections === 'number')
  );
}

const isWhy = (value: unknown) => isObject(value) && typeof value.sentence === 'string';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isMoment = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isListTold = (value: object): value is ListTold =>
  'startedAt' in value && isMoment(value.startedAt) && 'toldUntil' in value && isMoment(value.toldUntil);
const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string';
