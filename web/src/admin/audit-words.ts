import type { WireAuditRow } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';

type Told = Pick<WireAuditRow, 'action' | 'subject' | 'markets'>;

const WORDS = new Map<string, (row: Told) => string>([
  ['market.create', (row) => `Created ${marketsOf(row)}`],
  ['markets.enable', (row) => `Enabled ${marketsOf(row)}`],
  ['markets.disable', (row) => `Disabled ${marketsOf(row)}`],
  ['markets.close', (row) => `Closed ${marketsOf(row)}`],
  ['markets.archive', (row) => `Archived ${marketsOf(row)}`],
  ['markets.restore', (row) => `Restored ${marketsOf(row)} from the archive`],
  ['markets.delete', (row) => `Deleted ${marketsOf(row)}`],
  ['markets.import-csv', (row) => `Imported ${marketsOf(row)} from a CSV`],
  [
    'azuro.import',
    (row) => (row.markets ? `Imported ${marketsOf(row)} from Azuro` : 'Asked for games of Azuro'),
  ],
  ['market.propose', (row) => `Proposed how ${marketsOf(row)} ends`],
  ['market.approve', (row) => `Approved how ${marketsOf(row)} ends`],
  ['market.undo', (row) => `Took back how ${marketsOf(row)} ends`],
  ['market.object', (row) => `Objected to the result of ${marketsOf(row)}`],
  ['market.void', (row) => `Proposed to void ${marketsOf(row)}`],
  ['market.settled', (row) => `Paid out ${marketsOf(row)}`],
  ['market.voided', (row) => `Gave all stakes of ${marketsOf(row)} back`],
  ['market.review', (row) => `Put ${marketsOf(row)} before the admins`],
  ['market.refund-late-bets', (row) => `Gave back the late bets on ${marketsOf(row)}`],
  ['books.seal', () => 'Sealed the books'],
  ['change.propose', () => 'Proposed a change that a second admin must approve'],
  ['change.approve', () => 'Approved a change of another admin'],
  ['change.reject', () => 'Rejected a proposed change'],
  ['limits.change', ({ subject }) => `Changed the own limits of ${nameInAudit(subject)}`],
  ['limits.break', ({ subject }) => `Began a break from betting of ${nameInAudit(subject)}`],
  ['settings.change', () => 'Changed the settings'],
  ['user.change', ({ subject }) => `Changed the user ${nameInAudit(subject)}`],
  ['data.export', ({ subject }) => `Exported the ${subject}`],
  ['admin.grant', ({ subject }) => `Made ${nameInAudit(subject)} an admin`],
  ['guardian.grant', ({ subject }) => `Made ${nameInAudit(subject)} a guardian`],
  ['guardian.revoke', ({ subject }) => `Took the rights of a guardian from ${nameInAudit(subject)}`],
  ['admin.revoke', ({ subject }) => `Took the rights of an admin from ${nameInAudit(subject)}`],
]);

/** What was done, in words; an action without words by its name. */
export function auditWords(row: Told): string {
  return WORDS.get(row.action)?.(row) ?? `${row.action} ${nameInAudit(row.subject)}`;
}

/** Addresses by their ends; every other name as it is. */
export function nameInAudit(text: string): string {
  return /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(text) ? shortenAddress(text) : text;
}

/** `Ana vs Klara and 3 more`; the subject where no title is known. */
function marketsOf({ subject, markets }: Told): string {
  const [first] = markets?.first ?? [];
  if (markets === undefined || first === undefined) return subject;
  return markets.count === 1 ? first.title : `${first.title} and ${markets.count - 1} more`;
}
