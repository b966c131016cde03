import { exactDollars } from '../format/dollars.ts';
import { momentText } from '../format/moment.tsx';
import { formatOdds } from '../format/odds.ts';
import { oddsFormat } from '../format/odds-format.ts';
import { t } from '../texts/t-notices.ts';
import { translated } from '../texts/translated.ts';
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
    case 'transaction':
      return words(notice.title, notice.description ?? null, notice.failed ? 'bad' : 'plain');
    case 'bet-placed':
      return words(
        t(notice.pending ? 'noticePanel.betSent' : ofKind(notice.bet).placed),
        stakeText(notice.bet),
      );
    case 'bet-confirmed':
      return words(t('noticePanel.betConfirmed'), stakeText(notice.bet));
    case 'bet-failed': {
      if (notice.why !== undefined) {
        const why = translated(notice.why.sentence, notice.why.reason);
        return words(
          t('noticePanel.betFailed'),
          t('noticePanel.betFailedWhy', { ...stakeOf(notice.bet), why }),
          'bad',
        );
      }
      const why = notice.isLive ? 'noticePanel.betFailedLive' : 'noticePanel.betFailedWhat';
      return words(t('noticePanel.betFailed'), t(why, stakeOf(notice.bet)), 'bad');
    }
    case 'sale-failed': {
      const { sentence, reason } = notice.why;
      const title = t('noticePanel.saleFailed', { sale: exactDollars(notice.amount) });
      return words(title, `${stakeText(notice.bet)}. ${translated(sentence, reason)}`, 'bad');
    }
    case 'part-sold':
      return words(
        t('noticePanel.partCashedOut', { paid: exactDollars(notice.paid) }),
        stakeText(notice.bet),
      );
    case 'bet-ended':
      return endWords(notice);
    case 'limits':
      return limitsWords(notice.change);
  }
}

/** Titles that name a bet, and the same for a combo. */
const TITLES = {
  bet: {
    placed: 'noticePanel.betPlaced',
    won: 'noticePanel.won',
    lost: 'noticePanel.lost',
    void: 'noticePanel.void',
    cashedOut: 'noticePanel.cashedOut',
  },
  combo: {
    placed: 'noticePanel.comboPlaced',
    won: 'noticePanel.comboWon',
    lost: 'noticePanel.comboLost',
    void: 'noticePanel.comboVoid',
    cashedOut: 'noticePanel.comboCashedOut',
  },
} as const;

const ofKind = ({ selections }: NoticeBet) => TITLES[selections === undefined ? 'bet' : 'combo'];

const words = (title: string, sentence: string | null, tone: NoticeWords['tone'] = 'plain'): NoticeWords => ({
  title,
  sentence,
  tone,
});

function endWords(notice: Extract<Notice, { kind: 'bet-ended' }>): NoticeWords {
  const { bet, result, paid, isAutomatic, isLive } = notice;
  const values = { ...stakeOf(bet), paid: exactDollars(paid) };
  const titles = ofKind(bet);
  switch (result) {
    case 'won':
      return words(
        t(titles.won, values),
        t(isLive ? 'noticePanel.wonLive' : 'noticePanel.stakeOn', values),
        'good',
      );
    case 'lost':
      return words(t(titles.lost), stakeText(bet));
    case 'void':
      return words(t(titles.void), t(isLive ? 'noticePanel.voidLive' : 'noticePanel.voidWhat', values));
    case 'cashed-out':
      return words(
        t(isAutomatic ? 'noticePanel.cashedOutAutomatically' : titles.cashedOut, values),
        stakeText(bet),
      );
  }
}

function limitsWords(change: LimitsChange): NoticeWords {
  switch (change.what) {
    case 'own-cap':
      return words(
        t('noticePanel.limitsChanged'),
        change.cap === null
          ? t('noticePanel.ownCapGone')
          : t('noticePanel.ownCap', { cap: exactDollars(change.cap) }),
      );
    case 'given-cap':
      return words(
        t('noticePanel.limitsChanged'),
        t('noticePanel.givenCap', { cap: exactDollars(change.cap) }),
      );
    case 'raise-asked': {
      const from = momentText(change.from) ?? change.from;
      return words(
        t('noticePanel.raiseAsked'),
        change.cap === null
          ? t('noticePanel.raiseToNone', { from })
          : t('noticePanel.raiseTo', { cap: exactDollars(change.cap), from }),
      );
    }
    case 'raise-withdrawn':
      return words(t('noticePanel.raiseWithdrawn'), t('noticePanel.raiseWithdrawnWhat'));
    case 'blocked':
      return words(
        t(change.block === 'break' ? 'noticePanel.breakTaken' : 'noticePanel.excluded'),
        t('noticePanel.noBetsUntil', { until: momentText(change.until) ?? change.until }),
      );
    case 'block-over':
      return words(
        t(change.block === 'break' ? 'noticePanel.breakOver' : 'noticePanel.exclusionOver'),
        t('noticePanel.betsAgain'),
      );
  }
}

/** Stake, outcome and odds. */
export function stakeText(bet: NoticeBet): string {
  return t('noticePanel.stakeOn', stakeOf(bet));
}

function stakeOf({ amount, outcomeName, odds }: NoticeBet) {
  return { amount: exactDollars(amount), outcome: outcomeName, odds: formatOdds(odds, oddsFormat()) };
}
