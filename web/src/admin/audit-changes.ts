import type { WireAuditRow } from '@tallystone/core/http-api/admin';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';

/** Characters of one value that are listed; the export of the audit has all. */
const LONGEST = 300;

export interface AuditChange {
  /** Of the field; empty where the whole is one value. */
  name: string;
  /** Null where there is none. */
  before: string | null;
  after: string | null;
}

/** What a row of the audit says was changed, field by field. */
export function auditChanges({ before, after }: Pick<WireAuditRow, 'before' | 'after'>): AuditChange[] {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  if (was === null || is === null) {
    return before === null && after === null
      ? []
      : [{ name: '', before: textOf(before ?? undefined), after: textOf(after ?? undefined) }];
  }
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => ({
    name,
    before: textOf(was[name]),
    after: textOf(is[name]),
  }));
}

/** Of an object; a missing one has none. Null for what is no object. */
function fieldsOf(value: unknown): Record<string, unknown> | null {
  if (value === null || value === undefined) return {};
  // Checked to be a plain object.
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = wholeText(value);
  if (text.length <= LONGEST) return text;
  return t('adminAudit.cut', { start: text.slice(0, LONGEST), figure: wholeNumber(text.length) });
}

function wholeText(value: unknown): string {
  if (value === null) return t('adminAudit.none');
  if (typeof value === 'boolean') return value ? t('adminAudit.on') : t('adminAudit.off');
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? t('adminAudit.none') : value.map(wholeText).join(', ');
  const fields = Object.entries(value).map(([name, each]) => `${name} ${wholeText(each)}`);
  return fields.length === 0 ? t('adminAudit.none') : fields.join(', ');
}
