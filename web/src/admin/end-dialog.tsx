import type { WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { evidenceProblem } from '@tallystone/core/settlement/evidence-problem';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { configQuery } from '../data/queries.ts';
import { ActPreview } from '../identity/act-preview.tsx';
import type { ActSignature } from '../identity/use-sign-act.ts';
import { t } from '../texts/t-admin.ts';
import { TextWith } from '../texts/text-with.tsx';
import { translatedMessage } from '../texts/translated.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { localMoment } from './admin-moment.ts';
import { EndOutcomes } from './end-outcomes.tsx';
import { EvidenceText } from './evidence-text.tsx';
import { useKeptDraft } from './kept-draft.ts';
import { ledgerTotals } from './ledger-totals.ts';
import { CallProblem } from './reason-dialog.tsx';
import { changedRehearsal, type RehearsalChange, rehearsalChanges } from './rehearsal-changes.ts';
import { RehearsalView } from './rehearsal-view.tsx';
import { proposerOf, resultWords, stageBadge } from './resolution-words.ts';
import { doneWords, type EndingMarket, type ResultAct, type ResultDialogProps } from './result-acts.ts';
import { renewResults, resultsQuery } from './results-query.ts';
import { SignedButtons } from './signed-buttons.tsx';
import { useLoneMutation } from './use-lone-mutation.ts';
import { useSignedCall } from './use-signed-call.ts';

type EndDialogProps = ResultDialogProps & Extract<ResultAct, { market: unknown }>;

interface Draft {
  outcomeIds: readonly string[];
  /** The evidence, or the reason of a void. */
  text: string;
}

interface Seen {
  rehearsal: WireRehearsal;
  /** What has changed since the admin last saw it. */
  changes: RehearsalChange[] | null;
}

/**
 * Ends a market in two steps: how and why, then what exactly that pays. The admin can confirm only what they have
 * seen. In a demo, where no second admin approves it, the wallet signs it.
 */
export function EndDialog({ kind, market, onClose, onDone }: EndDialogProps) {
  const mode = useQuery(configQuery).data?.mode;
  const id = useId();
  const isVoid = kind === 'void';
  const queryClient = useQueryClient();
  const [draft, setDraft, forget] = useKeptDraft<Draft>(`${kind} ${market.id}`, { outcomeIds: [], text: '' });
  const [problems, setProblems] = useState<{ [Field in keyof Draft]?: string | undefined }>({});
  const [seen, setSeen] = useState<Seen | null>(null);
  const text = draft.text.trim();

  const isSigned = mode === 'demo';
  const send = async (sent: { dryRun: true } | { hash: string; signed?: ActSignature }) =>
    isVoid
      ? callApi('voidMarket', { params: { id: market.id }, body: { reason: text, ...sent } })
      : callApi('resolveMarket', {
          params: { id: market.id },
          body: { ...wonBy(market, draft), evidence: text, ...sent },
        });
  const rehearse = useLoneMutation({
    mutationFn: (_: undefined) => send({ dryRun: true }),
    onSuccess: ({ rehearsal }) => setSeen({ rehearsal, changes: null }),
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems({
        outcomeIds: fields.outcomeId ?? fields.alsoWonIds,
        text: fields.evidence ?? fields.reason,
      });
    },
  });
  const confirm = useSignedCall({
    onClose,
    mutationFn: async (rehearsal: WireRehearsal, sign) => {
      const { hash } = rehearsal;
      if (!isSigned) return send({ hash });
      return send({ hash, signed: await sign({ kind: 'approve-result', rehearsal }) });
    },
    onSuccess: ({ rehearsal, resolution }) => {
      forget();
      onDone({ ...doneWords(rehearsal, resolution), resolution });
      onClose();
    },
    onError: (error) => {
      // The call may have succeeded, or another admin has ended the market first.
      renewResults(queryClient);
      const now = changedRehearsal(error);
      if (now !== undefined && seen !== null) {
        setSeen({ rehearsal: now, changes: rehearsalChanges(seen.rehearsal, now) });
      }
    },
  });
  const end = useEndOf(market.id, confirm.error ?? rehearse.error);

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ofOutcomes = isVoid ? undefined : problemOfOutcomes(market, draft);
    const ofText = problemOfText(text, isVoid);
    setProblems({ outcomeIds: ofOutcomes, text: ofText });
    if (ofOutcomes !== undefined) document.getElementById(`${id}-outcomes`)?.focus();
    else if (ofText !== undefined) document.getElementById(`${id}-text`)?.focus();
    else rehearse.mutate(undefined);
  };
  const back = () => {
    confirm.cancel();
    setSeen(null);
    confirm.reset();
    rehearse.reset();
  };

  // Focus moves to the new step, because the old one is gone.
  const step = useRef<HTMLDivElement>(null);
  const shown = seen?.rehearsal.hash;
  useEffect(() => {
    if (shown === undefined) return;
    step.current?.focus({ preventScroll: true });
    // The new step starts at the top of the dialog.
    step.current?.closest('[role="dialog"]')?.scrollTo?.({ top: 0 });
  }, [shown]);

  return (
    <Dialog
      onClose={confirm.close}
      className="sm:w-[min(36rem,calc(100vw-2rem))]"
      title={
        seen === null
          ? isVoid
            ? t('adminEnding.voidTitle')
            : t('adminEnding.resolveTitle')
          : isVoid
            ? t('adminEnding.voidPays')
            : t('adminEnding.outcomePays', { outcome: seen.rehearsal.outcomeName ?? '' })
      }
      description={market.title}
    >
      {seen === null ? (
        <form noValidate onSubmit={submit} className="grid gap-5">
          {isVoid ? (
            <p className="text-secondary">{t('adminEnding.voidMeans')}</p>
          ) : (
            <EndOutcomes
              id={`${id}-outcomes`}
              market={market}
              chosen={draft.outcomeIds}
              problem={problems.outcomeIds}
              onChoose={(outcomeIds) => change({ outcomeIds })}
            />
          )}
          <div>
            <label htmlFor={`${id}-text`} className="block text-secondary font-semibold">
              {isVoid ? t('adminFrame.reason') : t('adminFrame.evidence')}
            </label>
            <p id={`${id}-hint`} className="mb-1 text-meta text-muted">
              {isVoid ? t('adminEnding.reasonHint') : t('adminEnding.evidenceHint')}
            </p>
            <textarea
              id={`${id}-text`}
              className="field min-h-20"
              rows={3}
              required
              value={draft.text}
              aria-invalid={problems.text !== undefined}
              aria-describedby={`${id}-hint ${id}-text-problem`}
              onChange={(event) => change({ text: event.target.value })}
            />
            <p id={`${id}-text-problem`} role="alert" className="mt-1 text-meta text-negative empty:hidden">
              {problems.text}
            </p>
          </div>
          {end !== null ? (
            <MarketEnded end={end} />
          ) : (
            rehearse.error !== null &&
            (problems.outcomeIds ?? problems.text) === undefined && <CallProblem error={rehearse.error} />
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <Button variant="secondary" onClick={onClose}>
              {t('controls.cancel')}
            </Button>
            {end === null && (
              <Button type="submit" disabled={rehearse.isPending} aria-busy={rehearse.isPending}>
                {rehearse.isPending ? t('controls.loading') : t('adminEnding.seeWhatItPays')}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <div ref={step} tabIndex={-1} className="grid gap-4 outline-none">
          <p className="text-secondary">
            <span className="text-muted">{isVoid ? t('adminFrame.reason') : t('adminFrame.evidence')}: </span>
            <EvidenceText text={text} />
          </p>
          {end !== null ? (
            <>
              <MarketEnded end={end} />
              <Button variant="secondary" className="justify-self-end" onClick={confirm.leave}>
                {t('controls.close')}
              </Button>
            </>
          ) : (
            <>
              <RehearsalView rehearsal={seen.rehearsal} changes={seen.changes} />
              {confirm.error !== null && !changedRehearsal(confirm.error) && (
                <CallProblem error={confirm.error} />
              )}
              {isSigned && <ActPreview act={{ kind: 'approve-result', rehearsal: seen.rehearsal }} />}
              <p className="text-meta text-muted">
                {mode === 'live' ? t('adminEnding.liveNext') : t('adminEnding.demoNext')}
              </p>
              <SignedButtons
                call={confirm}
                out={{ label: t('adminFrame.back'), onClick: back }}
                action={mode === 'live' ? t('adminEnding.propose') : t('adminEnding.confirm')}
                disabled={mode === undefined || !ledgerTotals(seen.rehearsal).addUp}
                onAct={() => confirm.mutate(seen.rehearsal)}
              />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** The chosen winners as the endpoint takes them, in the market's order. */
function wonBy({ outcomes }: EndingMarket, { outcomeIds }: Draft) {
  const won = outcomes.flatMap(({ id }) => (outcomeIds.includes(id) ? [id] : []));
  const [outcomeId = '', ...alsoWonIds] = won;
  return { outcomeId, ...(alsoWonIds.length > 0 && { alsoWonIds }) };
}

/** Exactly as many outcomes are chosen as win. */
function problemOfOutcomes({ winners = 1 }: EndingMarket, { outcomeIds }: Draft): string | undefined {
  return outcomeIds.length === winners ? undefined : t('adminEnding.chooseOutcome', { count: winners });
}

/** What is wrong with the text, by the server's rules but before anything is sent. */
function problemOfText(text: string, isVoid: boolean): string | undefined {
  if (text === '') return isVoid ? t('adminEnding.reasonMissing') : t('adminEnding.evidenceMissing');
  const problem = evidenceProblem(text, isVoid ? 'reason' : 'evidence');
  return problem ? translatedMessage(problem) : undefined;
}

/** Stages of a market that has ended or is about to. */
const ENDED: readonly WireResolution['stage'][] = ['approval', 'window', 'paying', 'paid'];

/**
 * How another admin ended the market in the meantime; null if none did.
 *
 * @param error of the last call on the market. If the market's state was wrong, the queue is read again to learn why.
 */
function useEndOf(marketId: string, error: Error | null): WireResolution | null {
  const { data, refetch } = useQuery({ ...resultsQuery, refetchOnMount: false });
  const isRefused = error instanceof ApiError && error.code === 'wrong-state';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  if (!isRefused) return null;
  return data?.resolutions.find((each) => each.marketId === marketId && ENDED.includes(each.stage)) ?? null;
}

/** Says how the market ended, by whom, and at which stage it is. */
function MarketEnded({ end }: { end: WireResolution }) {
  return (
    <div
      role="alert"
      className="rounded-control border border-warning bg-warning-soft px-3 py-2 text-secondary"
    >
      <p className="font-semibold">
        <TextWith
          text={t('adminEnding.anotherFirst')}
          parts={{ result: () => <bdi>{resultWords(end)}</bdi> }}
        />
      </p>
      <p className="mt-1">
        {t('adminEnding.notDone', {
          stage: stageBadge(end.stage).label,
          who: proposerOf(end),
          at: localMoment(end.proposedAt),
        })}
      </p>
    </div>
  );
}
