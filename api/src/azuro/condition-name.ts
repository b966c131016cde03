import type { FeedCondition } from './azuro-feed.ts';
import { isModernCondition } from './is-modern-condition.ts';
import { DECIDED_SINGLY } from './market-kinds.ts';
import type { OutcomeNames } from './outcome-names.ts';

/** What a condition is on, as admins see it, with its line unless each outcome has its own. */
export function conditionName({ id, title, category, outcomes }: FeedCondition, names: OutcomeNames): string {
  const [first] = outcomes;
  // The dictionary's ids mean nothing in a modern condition.
  const known = isModernCondition(id) ? null : names.of(first?.id ?? '');
  const line = DECIDED_SINGLY.has(category ?? '') ? null : (known?.line ?? first?.line ?? null);
  const name = title ?? known?.marketName ?? 'Unknown market';
  return line === null ? name : `${name} ${line}`;
}
