import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { AuditRow, AuditStart } from './audit-start.ts';

/**
 * Rows this close to the last verified one all count: an act's nonce is valid for five minutes, and a bet may have the caps
 * from before a change for one.
 */
const RECENT = '15 minutes';

/**
 * The rows of the audit up to one of them that later rows, bets and markets rest on:
 *
 * - what names a market that is verified later, such as its opening, its close and its results;
 * - the newest rows. Of changes of the settings these are all since the oldest of these markets was opened, because a market
 *   has the budget that the settings gave then;
 * - of the older ones the newest of each kind and subject: the limits of a user, a grant, when acts began to be signed. Rows
 *   that change other values are of another kind. Rows about markets that have ended count as rows of one subject.
 *
 * Seals are left out. They are most of the audit.
 */
export function factsInForce(
  db: Db,
  audit: AuditStart,
  { until, marketIds }: { until: string; marketIds: readonly string[] },
): Promise<AuditRow[]> {
  return rows(
    db,
    { id: col.text, hash: col.text },
    sql`
      with verified as materialized (
        select v.id from json_array_elements_text(${JSON.stringify(marketIds)}::json) v(id)
      ), moments as materialized (
        select u.at, least(u.at, (select min(m.created_at) from markets m join verified using (id))) as opened_at
        from audit u where u.id = ${until}::bigint
      ), known as materialized (
        select a.*,
          a.at > case a.action when 'settings.change' then t.opened_at else t.at end - ${RECENT}::interval as is_recent
        from ${audit.rows} a cross join moments t
        where a.id <= ${until}::bigint and a.action <> 'books.seal'
      ), named as (
        select k.id, k.subject as name from known k
        union all
        select k.id, v #>> '{}'
        from known k cross join lateral
          jsonb_path_query(jsonb_build_array(k.before, k.after), '$.** ? (@.type() == "string")') v
        union all
        select k.id, v.name
        from known k cross join lateral jsonb_object_keys(
          case jsonb_typeof(k.after -> 'versions') when 'object' then k.after -> 'versions' else '{}' end) v(name)
      ), kept as (
        select k.id from known k where k.is_recent
        union
        select n.id from named n where n.name in (select v.id from verified v)
        union
        select max(k.id)
        from known k left join markets m on m.id in (k.subject, k.after ->> 'subject')
        where not k.is_recent
        group by k.action, k.user_id, case
          when m.id is null and k.after ->> 'kind' is distinct from 'create-market'
            then concat_ws(' ', k.subject, k.after ->> 'userId')
        end, (
          select string_agg(v.name, ',' order by v.name)
          from jsonb_object_keys(case jsonb_typeof(k.after) when 'object' then k.after else '{}' end) v(name))
      )
      select k.id::text, encode(k.hash, 'hex') as hash
      from known k where k.id in (select kept.id from kept)
      -- By the column: the bare name would be the text that is selected.
      order by k.id`,
  );
}
