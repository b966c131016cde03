import type { WireAuditRow } from '@tallystone/core/http-api/admin';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';

/** Longest value shown, in characters; the audit export has the whole text. */
const LONGEST = 300;

export interface AuditChange {
  /** Field name; empty if the whole entry is one value. */
  name: string;
  /** Null if there was none. */
  before: string | null;
  after: string | null;
}

/** The changes in an audit row, field by field. */
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

/** The fields of an object, `{}` for a missing one, null for anything else. */
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
