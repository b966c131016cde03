import type { WireAuditRow } from '@tallystone/core/http-api/admin';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';

type AuditAction = Pick<WireAuditRow, 'action' | 'subject' | 'markets'>;

/** Actions on markets; the sentence names the markets. */
const ON_MARKETS = new Map([
  ['market.create', 'adminAudit.created'],
  ['markets.enable', 'adminAudit.enabled'],
  ['markets.disable', 'adminAudit.disabled'],
  ['markets.close', 'adminAudit.closed'],
  ['markets.archive', 'adminAudit.archived'],
  ['markets.restore', 'adminAudit.restored'],
  ['markets.delete', 'adminAudit.deleted'],
  ['markets.import-csv', 'adminAudit.importedCsv'],
  ['azuro.import', 'adminAudit.importedAzuro'],
  ['market.propose', 'adminAudit.proposedEnd'],
  ['market.approve', 'adminAudit.approvedEnd'],
  ['market.undo', 'adminAudit.tookBackEnd'],
  ['market.object', 'adminAudit.objected'],
  ['market.void', 'adminAudit.proposedVoid'],
  ['market.settled', 'adminAudit.paidOut'],
  ['market.voided', 'adminAudit.gaveBack'],
  ['market.review', 'adminAudit.putBefore'],
  ['market.refund-late-bets', 'adminAudit.gaveBackLate'],
  ['market.late-start', 'adminAudit.heardStart'],
  ['market.late-bets', 'adminAudit.foundLate'],
  ['market.follow-chain', 'adminAudit.followedChain'],
] as const);

/** Actions on one user; the sentence names their address. */
const ON_USER = new Map([
  ['limits.change', 'adminAudit.changedLimits'],
  ['limits.break', 'adminAudit.beganBreak'],
  ['user.change', 'adminAudit.changedUser'],
  ['admin.grant', 'adminAudit.madeAdmin'],
  ['guardian.grant', 'adminAudit.madeGuardian'],
  ['guardian.revoke', 'adminAudit.endedGuardian'],
  ['admin.revoke', 'adminAudit.endedAdmin'],
] as const);

const OTHERS = new Map([
  ['books.seal', 'adminAudit.sealed'],
  ['books.rewind', 'adminAudit.acceptedRewind'],
  ['acts.sign', 'adminAudit.signedFromNow'],
  ['markets.late-before', 'adminAudit.notedLate'],
  ['grants.note', 'adminAudit.notedGrants'],
  ['change.propose', 'adminAudit.proposedChange'],
  ['change.approve', 'adminAudit.approvedChange'],
  ['change.reject', 'adminAudit.rejectedChange'],
  ['settings.change', 'adminAudit.changedSettings'],
  ['chain.alert', 'adminAudit.chainAlert'],
  ['chain.alert-ended', 'adminAudit.chainAlertEnded'],
  ['chain.rejoin', 'adminAudit.chainRejoined'],
] as const);

const SETS = new Map([
  ['markets', 'adminAudit.markets'],
  ['bets', 'adminAudit.bets'],
  ['ledger', 'adminAudit.ledger'],
  ['audit', 'adminAudit.audit'],
] as const);

/** What was done, in words; an unknown action is shown by its name. */
export function auditWords(row: AuditAction): string {
  const { action, subject } = row;
  if (action === 'azuro.import' && !row.markets) return t('adminAudit.askedAzuro');
  const onMarkets = find(ON_MARKETS, action);
  if (onMarkets !== undefined) return t(onMarkets, { markets: marketsOf(row) });
  const onUser = find(ON_USER, action);
  if (onUser !== undefined) return t(onUser, { who: nameInAudit(subject) });
  if (action === 'data.export') {
    const set = find(SETS, subject);
    return t('adminAudit.exported', { set: set === undefined ? subject : t(set) });
  }
  if (action === 'acts.sign' && subject === 'markets') return t('adminAudit.marketsSignedFromNow');
  const other = find(OTHERS, action);
  return other === undefined ? `${action} ${nameInAudit(subject)}` : t(other);
}

/** Takes any string: an older or newer server may have actions that this page doesn't know. */
function find<Key>(map: ReadonlyMap<string, Key>, name: string): Key | undefined {
  return map.get(name);
}

/** Shortens addresses; leaves every other name as it is. */
export function nameInAudit(text: string): string {
  return /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(text) ? shortenAddress(text) : text;
}

/** `Ana vs Klara and 3 more`; the subject if no title is known. */
function marketsOf({ subject, markets }: AuditAction): string {
  const [first] = markets?.first ?? [];
  if (markets === undefined || first === undefined) return subject;
  if (markets.count === 1) return first.title;
  return t('adminAudit.marketsAndMore', { first: first.title, figure: wholeNumber(markets.count - 1) });
}
