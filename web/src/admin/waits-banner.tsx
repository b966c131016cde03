import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../texts/t-admin.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Banner } from '../ui/banner.tsx';

/** Where admins find proposals, including their own. */
const QUEUE = '/admin';

/** Says that a change waits for approval, and where another admin finds it. */
export function WaitsBanner({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  return (
    <Banner tone="warning" title={t('adminFrame.waitsTitle')} onDismiss={onDismiss}>
      {children} <TextWith text={t('adminFrame.waitsUnder')} parts={{ queue: linkToQueue }} />
    </Banner>
  );
}

/** Shown beside a setting that was saved. */
export function SavedWords({ waits }: { waits: boolean }) {
  if (!waits) return <span className="text-muted">{t('adminFrame.saved')}</span>;
  return (
    <span className="text-warning">
      <TextWith text={t('adminFrame.savedWaits')} parts={{ queue: linkToQueue }} />
    </span>
  );
}

function linkToQueue(words: string) {
  return (
    <Link href={QUEUE} className="text-link">
      {words}
    </Link>
  );
}
