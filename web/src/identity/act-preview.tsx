import { actLines, type SignedAct } from '@tallystone/core/identity/act-message';
import { t } from '../texts/t-sign.ts';

/** The exact text that the wallet signs for an action that can't be undone. */
export function ActPreview({ act }: { act: SignedAct }) {
  return (
    <div>
      <p className="text-secondary font-semibold">{t('sign.title')}</p>
      <pre className="mt-1.5 rounded-control border border-line-strong bg-sunk px-3 py-2 font-mono text-meta whitespace-pre-wrap [overflow-wrap:anywhere] text-ink">
        {actLines(act).join('\n')}
      </pre>
      <p className="mt-1.5 text-meta text-muted">{t('sign.what')}</p>
    </div>
  );
}
