import { exactDollars } from '../format/dollars.ts';
import { momentText } from '../format/moment.tsx';
import { formatOdds } from '../format/odds.ts';
import { oddsFormat } from '../format/odds-format.ts';
import { t } from '../texts/t-notices.ts';
import type { LimitsChange, Notice, NoticeBet } from './notice.ts';

export interface NoticeWords {
  title: string;
  /** One or two sentences; null if the title is enough. */
  sentence: string | null;
  tone: 'plain' | 'good' | 'bad';
}

/** The words of a notice. */
export function noticeWords(notice: Notice): NoticeWords {
  switch (notice.kind) {
    case 'said':
      return {
        title: notice.title,
        sentence: notice.description ?? null,
        tone: notice.failed ? 'bad' : 'plain',
      };
    case 'transaction':
      return {
        title: notice.title,
        sentence: notice.description,
        tone: notice.failed ? 'bad' : 'plain',
      };
    case 'bet-placed':
      return {
        title: notice.pending ? t('noticePanel.betSent') : t('noticePanel.betPlaced'),
        sentence: stakeText(notice.bet),
        tone: 'plain',
      };
    case 'bet-confirmed':
      return {
        title: t('noticePanel.betConfirmed'),
        sentence: stakeText(notice.bet),
        tone: 'plain',
      };
    case 'bet-failed':
      return {
        title: t('noticePanel.betFailed'),
        sentence: t(
          notice.isLive ? 'noticePanel.betFailedLive' : 'noticePanel.betFailedWhat',
          stakeOf(notice.bet),
        ),
        tone: 'bad',
      };
    case 'bet-ended':
      return endWords(notice);
    case 'limits':
      return { ...limitsWords(notice.change), tone: 'plain' };
  }
}

function endWords({ bet, result, paid, isLive }: Extract<Notice, { kind: 'bet-ended' }>): NoticeWords {
  const values = { ...stakeOf(bet), paid: exactDollars(paid) };
  switch (result) {
    case 'won':
      return {
        title: t('noticePanel.won', values),
        sentence: t(isLive ? 'noticePanel.wonLive' : 'noticePanel.wonWhat', values),
        tone: 'good',
      };
    case 'lost':
      return { title: t('noticePanel.lost'), sentence: t('noticePanel.lostWhat', values), tone: 'plain' };
    case 'void':
      return {
        title: t('noticePanel.void'),
        sentence: t(isLive ? 'noticePanel.voidLive' : 'noticePanel.voidWhat', values),
        tone: 'plain',
      };
    case 'cashed-out':
      return {
        title: t('noticePanel.cashedOut', values),
        sentence: t('noticePanel.cashedOutWhat', values),
        tone: 'plain',
      };
  }
}

function limitsWords(change: LimitsChange): { title: string; sentence: string | null } {
  switch (change.what) {
    case 'own-cap':
      return {
        title: t('noticePanel.limitsChanged'),
        sentence:
          change.cap === null
            ? t('noticePanel.ownCapGone')
            : t('noticePanel.ownCap', { cap: exactDollars(change.cap) }),
      };
    case 'given-cap':
      return {
        title: t('noticePanel.limitsChanged'),
        sentence: t('noticePanel.givenCap', { cap: exactDollars(change.cap) }),
      };
    case 'raise-asked': {
      const from = momentText(change.from) ?? change.from;
      return {
        title: t('noticePanel.raiseAsked'),
        sentence:
          change.cap === null
            ? t('noticePanel.raiseToNone', { from })
            : t('noticePanel.raiseTo', { cap: exactDollars(change.cap), from }),
      };
    }
    case 'raise-withdrawn':
      return { title: t('noticePanel.raiseWithdrawn'), sentence: t('noticePanel.raiseWithdrawnWhat') };
    case 'blocked':
      return {
        title: change.block === 'break' ? t('noticePanel.breakTaken') : t('noticePanel.excluded'),
        sentence: t('noticePanel.noBetsUntil', { until: momentText(change.until) ?? change.until }),
      };
    case 'block-over':
      return {
        title: change.block === 'break' ? t('noticePanel.breakOver') : t('noticePanel.exclusionOver'),
        sentence: t('noticePanel.betsAgain'),
      };
  }
}

/** Stake, outcome and odds. */
export function stakeText(bet: NoticeBet): string {
  return t('noticePanel.stakeOn', stakeOf(bet));
}

function stakeOf({ amount, outcomeName, odds }: NoticeBet) {
  return { amount: exactDollars(amount), outcome: outcomeName, odds: formatOdds(odds, oddsFormat()) };
}
