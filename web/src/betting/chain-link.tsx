import { ExternalLink } from 'lucide-react';
import { t } from '../texts/t-bet.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useLiveTerms } from '../wallet/live-chain.ts';

/** Links a transaction of the live chain to a block explorer; nothing if no explorer covers that chain. */
export function ChainLink({ hash, of = 'transaction' }: { hash: string; of?: 'transaction' | 'payout' }) {
  const explorer = useLiveTerms()?.explorer ?? null;
  if (explorer === null) return null;
  const name = { explorer: new URL(explorer).host };
  return (
    <a
      className="text-link"
      href={`${explorer}/tx/${encodeURIComponent(hash)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {of === 'payout' ? t('live.viewPayout', name) : t('live.viewOn', name)}
      <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5" />
      <VisuallyHidden> ({t('live.newTab')})</VisuallyHidden>
    </a>
  );
}
