import type { FeedCondition } from './azuro-feed.ts';
import type { OutcomeNames } from './outcome-names.ts';

/** What a condition is on, with its line, as admins see it. */
export function conditionName({ title, outcomes }: FeedCondition, names: OutcomeNames): string {
  const known = names.of(outcomes[0]?.id ?? '');
  const line = known?.line ?? outcomes[0]?.line ?? null;
  const name = title ?? known?.marketName ?? 'Unknown market';
  return line === null ? name : `${name} ${line}`;
}
