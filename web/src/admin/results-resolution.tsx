import type { WireResolution, WireResolutionChain } from '@tallystone/core/http-api/settlement';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { exactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { wholeNumber } from '../format/whole-number.ts';
import { locale } from '../texts/language.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { TextWith } from '../texts/text-with.tsx';
import { translated } from '../texts/translated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { betCount } from './bet-count.ts';
import { EvidenceText } from './evidence-text.tsx';
import {
  canBeUndone,
  isSameAddress,
  proposerOf,
  resultWords,
  stageBadge,
  waitsForWindow,
} from './resolution-words.ts';
import type { ResultsRowProps } from './result-acts.ts';
import { TextAt } from './text-at.tsx';

type ResultsResolutionProps = ResultsRowProps & { resolution: WireResolution };

/** One proposed end of a market: its stage, who proposed it and why, and the admin's options. */
export function ResultsResolution({ resolution, self, onAct }: ResultsResolutionProps) {
  const { title, stage, evidence, outcomeId, endReason, rehearsal } = resolution;
  const isOwn = isSameAddress(resolution.proposedBy, self);
  const { label, variant } = stageBadge(stage);
  const result = resultWords(resolution);
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_20rem]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{title}</span>
            <Badge variant={variant}>{label}</Badge>
            {resolution.source === 'practice' && <Badge variant="practice">{t('controls.practice')}</Badge>}
          </p>
          <p className="mt-0.5 text-secondary">
            {rehearsal.paidBets === 0
              ? t('adminResults.resultAndNone', { result })
              : t('adminResults.resultAndPaid', {
                  result,
                  amount: exactDollars(rehearsal.paid),
                  bets: betCount(rehearsal.paidBets),
                })}
          </p>
          <p className="mt-0.5 text-meta text-muted">
            <ByWhom resolution={resolution} />
          </p>
          <p className="mt-0.5 text-meta">
            <span className="text-muted">
              {outcomeId === null ? t('adminFrame.reason') : t('adminFrame.evidence')}:{' '}
            </span>
            <EvidenceText text={evidence} />
          </p>
          {endReason !== undefined && endReason !== '' && (
            <p className="mt-0.5 text-meta">
              <span className="text-muted">{t('adminResults.whyEnded')}: </span>
              {translated(endReason, resolution.endWhy)}
            </p>
          )}
          {stage === 'approval' && isOwn && (
            <p className="mt-1 text-meta font-semibold">{t('adminResults.ownProposal')}</p>
          )}
        </div>
        <div className="flex flex-none gap-2">
          {stage === 'approval' && !isOwn && (
            <Button
              size="small"
              aria-label={t('adminResults.aboutIt', {
                act: t('adminResults.lookAndApprove'),
                summary: title,
              })}
              onClick={() => onAct({ kind: 'approve', resolution })}
            >
              {t('adminResults.lookAndApprove')}
            </Button>
          )}
          {canBeUndone(resolution) && (
            <Button
              variant="secondary"
              size="small"
              aria-label={t('adminResults.aboutIt', { act: undoWord(stage, isOwn), summary: title })}
              onClick={() => onAct({ kind: 'undo', resolution })}
            >
              {undoWord(stage, isOwn)}
            </Button>
          )}
        </div>
      </div>
      <Payment resolution={resolution} />
    </li>
  );
}

function undoWord(stage: WireResolution['stage'], isOwn: boolean): string {
  if (stage !== 'approval') return t('adminFrame.undo');
  return isOwn ? t('adminResults.takeBack') : t('adminResults.reject');
}

function ByWhom({ resolution }: { resolution: WireResolution }) {
  const { proposedBy, proposedAt, approvedBy, endedAt } = resolution;
  return (
    <>
      <TextAt
        text={t('adminResults.by')}
        iso={proposedAt}
        who={<span title={proposedBy}>{proposerOf(resolution)}</span>}
      />
      {approvedBy !== undefined && approvedBy !== proposedBy && (
        <>
          {' · '}
          <TextWith
            text={t('adminResults.approvedBy')}
            parts={{ who: () => <span title={approvedBy}>{shortenAddress(approvedBy)}</span> }}
          />
        </>
      )}
      {endedAt !== undefined && (
        <>
          {' · '}
          {stageBadge(resolution.stage).label.toLocaleLowerCase(locale())} <Moment iso={endedAt} />
        </>
      )}
    </>
  );
}

/** When it is paid, or the progress of payment. */
function Payment({ resolution }: { resolution: WireResolution }) {
  const { stage, paysFrom, progress, title, chain } = resolution;
  // Nothing is paid until the contract has it as final.
  if (chain !== undefined && chain.state !== 'final') {
    return <ChainOfEnd state={chain.state} until={chain.until} />;
  }
  if (paysFrom !== undefined && waitsForWindow(resolution)) {
    return (
      <p className="text-meta">
        <TextAt text={t('adminResults.paidAfterWindow')} iso={paysFrom} />
      </p>
    );
  }
  if ((stage !== 'paying' && stage !== 'window') || progress === undefined) return null;
  const text = t('adminResults.aboutDone', {
    done: wholeNumber(progress.done),
    bets: wholeNumber(progress.bets),
  });
  return (
    <div className="grid gap-1">
      <ProgressBar
        label={t('adminResults.paymentOf', { title })}
        done={progress.done}
        of={progress.bets}
        text={text}
      />
      <p className="text-meta text-muted">{text}</p>
    </div>
  );
}

const CHAIN_WORDS = {
  betting: 'adminResults.chainBetting',
  proposing: 'adminResults.chainProposing',
  window: 'adminResults.chainWindow',
  held: 'adminResults.chainHeld',
  finalising: 'adminResults.chainFinalising',
} as const satisfies Record<StateBeforeEnd, AdminTextKey>;

type StateBeforeEnd = Exclude<WireResolutionChain['state'], 'final'>;

/** The contract's state for a market that is ending: what it waits for, and what an admin has to do. */
function ChainOfEnd({ state, until }: { state: StateBeforeEnd; until: string | undefined }) {
  return (
    <p className={state === 'held' ? 'text-meta font-semibold text-warning' : 'text-meta text-muted'}>
      <TextWith
        text={t(CHAIN_WORDS[state])}
        parts={{
          at: () => (until === undefined ? null : <Moment iso={until} />),
        }}
      />
    </p>
  );
}
