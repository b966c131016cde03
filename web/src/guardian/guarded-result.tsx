import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useId } from 'react';
import { EvidenceText } from '../admin/evidence-text.tsx';
import { RehearsalView } from '../admin/rehearsal-view.tsx';
import { proposerOf, resultWords } from '../admin/resolution-words.ts';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { InlineFact } from '../ui/fact.tsx';

export interface GuardedResultProps {
  resolution: WireResolution;
  now: Date;
  onObject: () => void;
}

/** One approved result: when it is paid, its evidence, what it pays, and the button to object. */
export function GuardedResult({ resolution, now, onObject }: GuardedResultProps) {
  const id = useId();
  const { title, source, evidence, outcomeId, proposedBy, approvedBy, paysFrom, stage, rehearsal } =
    resolution;
  const left = stage === 'window' && paysFrom !== undefined ? timeToPayment(paysFrom, now) : null;
  return (
    <Card role="article" aria-labelledby={id} className="grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h3 id={id} className="text-title">
            {title}
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-body font-semibold">
            {resultWords(resolution)}
            {source === 'practice' && <Badge variant="practice">{t('controls.practice')}</Badge>}
          </p>
        </div>
        <div className="flex-none sm:text-right">
          {left === null ? (
            <p className="font-semibold">{t('guardian.windowOver')}</p>
          ) : (
            <>
              <p className="text-meta text-muted">{t('guardian.paidIn')}</p>
              {/* Not announced, because it changes every second. */}
              <p role="timer" aria-live="off" className="text-odds font-semibold">
                {left}
              </p>
            </>
          )}
          {paysFrom !== undefined && (
            <p className="text-meta text-muted">
              <Moment iso={paysFrom} />
            </p>
          )}
        </div>
      </div>
      <dl className="grid gap-1 text-secondary">
        <InlineFact name={outcomeId === null ? t('adminFrame.reason') : t('adminFrame.evidence')}>
          <EvidenceText text={evidence} />
        </InlineFact>
        <InlineFact name={t('adminEnding.proposedBy')}>
          <span title={proposedBy}>{proposerOf(resolution)}</span>
        </InlineFact>
        {approvedBy !== undefined && (
          <InlineFact name={t('guardian.approvedBy')}>
            <span title={approvedBy}>{shortenAddress(approvedBy)}</span>
          </InlineFact>
        )}
      </dl>
      <details>
        <summary className="min-h-8 py-1 font-semibold">{t('adminEnding.payments')}</summary>
        <div className="mt-3 max-w-2xl">
          <RehearsalView rehearsal={rehearsal} />
        </div>
      </details>
      <div>
        <Button
          variant="destructive"
          aria-label={t('guardian.objectTo', { title })}
          disabled={left === null}
          onClick={onObject}
        >
          {t('guardian.object')}
        </Button>
      </div>
    </Card>
  );
}

/** Time until a result is paid: `1 h 05 min`, `4 min 09 s`; null once it is due. */
function timeToPayment(paysFrom: string, now: Date): string | null {
  const seconds = Math.ceil((Date.parse(paysFrom) - now.getTime()) / 1000);
  // Also if the time can't be parsed.
  if (!(seconds > 0)) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}
