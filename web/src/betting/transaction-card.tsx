import '../styles/transaction.css';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { exactDollars } from '../format/dollars.ts';
import { countdown } from '../format/market-time.ts';
import { useOddsText } from '../format/odds-format.ts';
import { listenTo } from '../signals/listen-to.ts';
import { t } from '../texts/t-bet.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CloseButton } from '../ui/close-button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { ChainLink } from './chain-link.tsx';
import { Deciding } from './deciding.tsx';
import { orderOf, type Placement } from './signed-bet.ts';
import {
  advanceProgress,
  announcedBar,
  FULL,
  LARGEST_STEP,
  STARTED,
  TICK_MS,
} from './transaction-progress.ts';
import { StageList, stagesOf } from './transaction-stages.tsx';
import { serverSide, transactionWords } from './transaction-words.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

const AUTO_CLOSE_MS = 5000;
/** A practice market that ends within three minutes has its result a few seconds later. */
const SOON_S = 190;

const followVisibility = (listener: () => void) => listenTo(document, ['visibilitychange'], listener);

export interface TransactionCardProps {
  placement: Placement;
  onClose: () => void;
  onRetry: () => void;
}

/** The simulated progress bar, the real steps of the bet, and the result. */
export function TransactionCard({ placement, onClose, onRetry }: TransactionCardProps) {
  const oddsText = useOddsText();
  const [progress, dispatch] = useReducer(advanceProgress, isDecided(placement) ? FULL : STARTED);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useSyncExternalStore(followVisibility, () => document.hidden);
  const card = useRef<HTMLElement>(null);

  const server = serverSide(placement);
  useEffect(() => {
    if (server === 'confirmed') dispatch({ kind: 'confirmed' });
    if (server === 'failed') dispatch({ kind: 'failed' });
    if (server === 'waiting') dispatch({ kind: 'retried' });
  }, [server]);

  const { stage, bar } = progress;
  const running = stage === 'pending' && bar < 100;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => dispatch({ kind: 'tick', step: Math.random() * LARGEST_STEP }), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);

  useAutoClose(stage === 'succeeded', hovered || focused || hidden, onClose);

  // Other toasts use this height to appear above the card and not on top of it.
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      root.setProperty('--transaction-h', `${element.offsetHeight + 16}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty('--transaction-h');
    };
  }, []);

  const order = orderOf(placement);
  if (order === null) return null;
  const words = transactionWords(stage, placement);
  // A live bet has a stake that the wallet signs; any other is placed with practice money.
  const isPractice = order.stake === undefined;
  const resting = stage === 'pending' && bar === 100;
  const decidesAt = placement.kind === 'placed' ? placement.receipt.decidesAt : undefined;
  const awaited = t(
    placement.kind === 'signing' ? 'transaction.waitingForWallet' : 'transaction.waitingForNetwork',
  );
  return (
    <section
      ref={card}
      aria-label={t('transaction.transaction')}
      // Its status announces itself. The attribute keeps an open dialog from hiding the card from screen readers.
      aria-live="off"
      className="transaction-toast"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <VisuallyHidden role="status">
        {resting && decidesAt === undefined ? awaited : `${words.title} ${words.description}`}
      </VisuallyHidden>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {isPractice && (
            <p className="text-small font-semibold text-warning">{t('transaction.practiceBet')}</p>
          )}
          <h2
            className={classNames(
              'font-display text-title font-bold',
              stage === 'succeeded' && 'text-positive',
              stage === 'failed' && placement.kind !== 'unanswered' && 'text-negative',
            )}
          >
            {words.title}
          </h2>
          <p className="mt-0.5 text-secondary text-muted">{words.description}</p>
          {isPractice && stage !== 'failed' && (
            <p className="mt-0.5 text-small text-muted">{t('transaction.practiceMeans')}</p>
          )}
        </div>
        <CloseButton label={t('controls.close')} className="-mt-2 -mr-2" onClick={onClose} />
      </header>
      <p className="mt-2 text-meta font-semibold">
        {t(stage === 'pending' && decidesAt !== undefined ? 'transaction.betAtLeast' : 'transaction.betAt', {
          amount: exactDollars(order.amount),
          outcome: order.outcome.name,
          odds: oddsText(order.odds),
        })}
      </p>
      {stage === 'pending' && (
        <>
          <div
            role="progressbar"
            aria-label={t('transaction.simulated')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={announcedBar(bar)}
            className="mt-3 h-2 overflow-hidden rounded-full border border-line-strong bg-sunk"
          >
            <div
              className="h-full bg-primary [transition:width_240ms_var(--ease-out)] motion-reduce:[transition:none] forced-colors:bg-[Highlight]"
              style={{ width: `${bar}%` }}
            />
          </div>
          <p className="mt-1 min-h-5 text-meta text-muted">
            {decidesAt === undefined
              ? resting && awaited
              : server === 'waiting' && <Deciding at={decidesAt} />}
          </p>
        </>
      )}
      <StageList stages={stagesOf(placement)} />
      {placement.kind === 'placed' && stage !== 'failed' && decidesAt === undefined && (
        <ResultSoon market={order.market} />
      )}
      {placement.kind === 'placed' && (stage === 'succeeded' || !placement.receipt.isReference) && (
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-meta">
          <span>
            <span className="text-muted">
              {t(placement.receipt.isReference ? 'transaction.reference' : 'transaction.transaction')}
            </span>{' '}
            <span className="font-mono">{placement.receipt.hash.slice(0, 10)}</span>
          </span>
          {!placement.receipt.isReference && <ChainLink hash={placement.receipt.hash} />}
          <Link href="/profile" className="text-link">
            {t('frame.myAccount')}
          </Link>
        </p>
      )}
      {stage === 'failed' && (
        <Button size="small" variant="secondary" className="mt-3" onClick={onRetry}>
          {placement.kind === 'unanswered' ? t('transaction.sendAgain') : t('controls.tryAgain')}
        </Button>
      )}
    </section>
  );
}

/** Whether a bet in play was already decided: its card was closed meanwhile, and the bar isn't shown again. */
function isDecided(placement: Placement): boolean {
  if (placement.kind !== 'placed') return false;
  const { decidesAt, status } = placement.receipt;
  return decidesAt !== undefined && status !== 'pending';
}

/** When the result comes and where to see it, for a market that has one within minutes. */
function ResultSoon({ market: { id, settlesBy } }: { market: WireListedMarket }) {
  const left = useSecondsUntil(settlesBy) ?? 0;
  const [isSoon] = useState(left > 0 && left <= SOON_S);
  if (!isSoon) return null;
  return (
    <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-meta">
      <span className="font-semibold">
        {left > 0 ? t('transaction.settlesIn', { time: countdown(left) }) : t('transaction.settlesNow')}
      </span>
      <Link href={`/market/${id}`} className="text-link">
        {t('transaction.seeMarket')}
      </Link>
    </p>
  );
}

/** Calls `close` after AUTO_CLOSE_MS of unpaused time while `active`. Time before a pause counts. */
function useAutoClose(active: boolean, paused: boolean, close: () => void): void {
  const left = useRef(AUTO_CLOSE_MS);
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  }, [close]);

  useEffect(() => {
    if (!active || paused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => latestClose.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [active, paused]);
}
