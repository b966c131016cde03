import type { WireAuditRow } from '@tallystone/core/http-api/admin';
import { callApi } from '../data/api-client.ts';
import { t } from '../texts/t-admin.ts';
import { Titled } from '../ui/titled.tsx';
import { auditChanges } from './audit-changes.ts';
import { auditWords, nameInAudit } from './audit-words.ts';
import { ShowOlder, usePages } from './show-older.tsx';
import { TextAt } from './text-at.tsx';
import { Unread } from './unread.tsx';

/** Every change made by an admin, the command line or the server, newest first. */
export function AuditList() {
  const query = usePages({
    queryKey: ['/api/admin/audit'],
    read: (before, signal) => callApi('listAudit', { query: before, signal }),
  });
  const rows = query.data?.pages.flat();
  return (
    <Titled title={t('adminFrame.audit')}>
      {rows === undefined ? (
        <Unread query={query} what={t('adminFrame.audit')} className="py-4 text-muted" />
      ) : rows.length === 0 ? (
        <p className="text-muted">{t('adminAudit.nothing')}</p>
      ) : (
        <ol className="card divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="px-5 py-3.5">
              <AuditRow row={row} />
            </li>
          ))}
        </ol>
      )}
      <ShowOlder query={query} />
    </Titled>
  );
}

function AuditRow({ row }: { row: WireAuditRow }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
        <p className="min-w-0">{auditWords(row)}</p>
        <p className="text-meta text-muted">
          <TextAt
            text={t('adminAudit.byAt')}
            iso={row.at}
            who={<span title={row.actor}>{nameInAudit(row.actor)}</span>}
          />
        </p>
      </div>
      {row.markets === undefined && <Changes row={row} />}
      {row.reason !== null && (
        <p className="mt-1 text-meta text-muted">
          {t('adminFrame.reason')}: {row.reason}
        </p>
      )}
      <details className="mt-1 text-meta text-muted">
        <summary className="min-h-6">{t('controls.details')}</summary>
        <p className="font-mono [overflow-wrap:anywhere]">
          {row.action} {row.subject}
        </p>
        {row.markets !== undefined && <Changes row={row} />}
      </details>
    </>
  );
}

/** Values before and after. For markets these are ids, so they go into the details. */
function Changes({ row }: { row: WireAuditRow }) {
  const changes = auditChanges(row);
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5 text-meta text-ink">
      {changes.map(({ name, before, after }) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          {name !== '' && <span className="text-muted">{name}: </span>}
          {before !== null && (
            <>
              <span className="sr-only">{t('adminAudit.before')} </span>
              {before}
            </>
          )}
          {before !== null && after !== null && <span aria-hidden="true"> → </span>}
          {after !== null && (
            <>
              <span className="sr-only"> {t('adminAudit.after')} </span>
              {after}
            </>
          )}
          {after === null && <span className="text-muted"> {t('adminAudit.beforeOnly')}</span>}
        </li>
      ))}
    </ul>
  );
}
