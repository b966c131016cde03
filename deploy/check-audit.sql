-- Checks a copy of the audit: psql audit_copy --file=deploy/check-audit.sql
-- docs/operations/retention.md says how to make the copy. The first row of a range is taken as given.
with chained as (
  select a.*, lag(a.id) over (order by a.id) as id_before,
    coalesce(lag(a.hash) over (order by a.id), case when a.id = 1 then ''::bytea end) as hash_before
  from audit a
), wrong as (
  select c.id from chained c
  where c.id <> c.id_before + 1
    or c.hash <> sha256(c.hash_before || convert_to(
      jsonb_build_array(
        c.id, (extract(epoch from c.at) * 1000)::bigint, c.user_id, c.actor, c.action, c.subject, c.before, c.after,
        c.reason)::text, 'UTF8'))
)
select count(*) as rows, min(id) as first, max(id) as last, min(at) as since, max(at) as until,
  (select encode(hash, 'hex') from audit order by id desc limit 1) as head, (select min(id) from wrong) as first_wrong
from audit;
