import { t } from '../texts/t-admin.ts';
import { auditChanges } from './audit-changes.ts';

/** What a proposed change would write, field by field. */
export function ChangePayload({ payload }: { payload: unknown }) {
  const fields = auditChanges({ before: null, after: payload ?? null });
  if (fields.length === 0) return null;
  return (
    <dl
      aria-label={t('adminResults.changeInFull')}
      className="grid max-h-72 gap-1.5 overflow-y-auto rounded-control bg-sunk px-4 py-3 text-meta"
    >
      {fields.map(({ name, after }) => (
        <div key={name} className="[overflow-wrap:anywhere]">
          {name !== '' && <dt className="inline text-muted">{name}: </dt>}
          <dd className="inline">{after}</dd>
        </div>
      ))}
    </dl>
  );
}
