import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { localMoment } from './admin-moment.ts';
import { ChangePayload } from './change-payload.tsx';
import { CHANGE_KINDS, isSameAddress } from './resolution-words.ts';
import type { ResultsRowProps } from './result-acts.ts';
import { TextAt } from './text-at.tsx';

/** A change that waits for a second admin's approval. */
export function ResultsChange({ change, self, onAct }: ResultsRowProps & { change: WirePendingChange }) {
  const { kind, proposedBy, proposedAt, expiresAt, problem, payload } = change;
  const summary = translated(change.summary, change.summaryReason);
  const isOwn = isSameAddress(proposedBy, self);
  const endWord = isOwn ? t('adminResults.takeBack') : t('adminResults.reject');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{summary}</span>
          <Badge variant="outline">{t(CHANGE_KINDS[kind])}</Badge>
        </p>
        <p className="mt-0.5 text-meta text-muted">
          <TextAt
            text={t('adminResults.by')}
            iso={proposedAt}
            who={<span title={proposedBy}>{shortenAddress(proposedBy)}</span>}
          />
        </p>
        <p className="text-meta text-muted">{t('adminResults.expiresAt', { at: localMoment(expiresAt) })}</p>
        {problem !== undefined && (
          <p className="mt-1 text-meta font-semibold">{translated(problem, change.problemReason)}</p>
        )}
        {isOwn && <p className="mt-1 text-meta font-semibold">{t('adminResults.ownProposal')}</p>}
        <details className="mt-1 text-meta">
          <summary className="min-h-6 text-muted">{t('adminResults.changeInFull')}</summary>
          <div className="mt-1">
            <ChangePayload payload={payload} />
          </div>
        </details>
      </div>
      <div className="flex flex-none gap-2">
        {!isOwn && problem === undefined && (
          <Button
            size="small"
            aria-label={t('adminResults.aboutIt', { act: t('adminResults.approve'), summary })}
            onClick={() => onAct({ kind: 'approve-change', change })}
          >
            {t('adminResults.approve')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          aria-label={t('adminResults.aboutIt', { act: endWord, summary })}
          onClick={() => onAct({ kind: 'reject-change', change })}
        >
          {endWord}
        </Button>
      </div>
    </li>
  );
}
