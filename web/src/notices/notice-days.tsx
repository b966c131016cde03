import { utcMinute } from '@tallystone/core/utc-minute';
import { useId } from 'react';
import { Link } from 'wouter';
import { shortenHash } from '../betting/shorten-hash.ts';
import { StageList } from '../betting/transaction-stages.tsx';
import { clockText } from '../format/local-time.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t-notices.ts';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { type Day, groupByDay, startOfDay } from './group-by-day.ts';
import type { Notice, NoticeBet } from './notice.ts';
import { type NoticeWords, noticeWords, stakeText } from './notice-words.ts';

/** Notices by day, newest first. */
export function NoticeDays({ notices, onLeave }: { notices: readonly Notice[]; onLeave: () => void }) {
  const today = startOfDay(useMinuteClock().getTime());
  return groupByDay(notices).map((day) => (
    <OneDay key={day.startsAt} day={day} today={today} onLeave={onLeave} />
  ));
}

function OneDay({ day, today, onLeave }: { day: Day<Notice>; today: number; onLeave: () => void }) {
  const headingId = useId();
  return (
    <>
      <h3
        id={headingId}
        className="sticky top-0 pt-2 pb-1 bg-surface text-muted font-sans text-meta font-[650]"
      >
        {dayName(day.startsAt, today)}
      </h3>
      <ul aria-labelledby={headingId}>
        {day.items.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
    </>
  );
}

const TONES = {
  plain: { line: 'border-l-line', title: null },
  good: { line: 'border-l-positive', title: 'text-positive' },
  bad: { line: 'border-l-negative', title: 'text-negative' },
} as const satisfies Record<NoticeWords['tone'], unknown>;

function NoticeRow({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { title, sentence, tone } = noticeWords(notice);
  return (
    <li
      className={classNames(
        'pt-2 pr-0 pb-2.5 pl-3 border-l-3 forced-colors:border-l not-first:border-t not-first:border-t-line',
        TONES[tone].line,
      )}
    >
      <div className="flex items-baseline justify-between gap-3">
        <p className={classNames('notice-title min-w-0 font-semibold wrap-anywhere', TONES[tone].title)}>
          {title}
          {!notice.read && <Badge className="ms-2">{t('noticePanel.new')}</Badge>}
        </p>
        <time
          dateTime={new Date(notice.at).toISOString()}
          title={utcMinute(new Date(notice.at))}
          className="flex-none text-small text-muted"
        >
          {clockText(notice.at)}
        </time>
      </div>
      {sentence !== null && <p className="text-meta text-muted">{sentence}</p>}
      {notice.kind === 'transaction' && <Transaction notice={notice} />}
      {'bet' in notice && <BetLink bet={notice.bet} onLeave={onLeave} />}
    </li>
  );
}

function Transaction({ notice }: { notice: Extract<Notice, { kind: 'transaction' }> }) {
  const { bet, stages, reference } = notice;
  return (
    <>
      <p className="mt-1 text-meta font-semibold">{stakeText(bet)}</p>
      <StageList stages={stages} />
      {reference && (
        <p className="mt-2 font-mono text-small" title={reference.hash}>
          {t(reference.isReference ? 'noticePanel.reference' : 'noticePanel.transaction', {
            hash: shortenHash(reference.hash),
          })}
        </p>
      )}
    </>
  );
}

/** To the bet's market; a combo has several, so its link leads to the account, which lists them all. */
function BetLink({ bet, onLeave }: { bet: NoticeBet; onLeave: () => void }) {
  const isCombo = bet.selections !== undefined;
  return (
    <Link
      href={isCombo ? '/profile' : `/market/${encodeURIComponent(bet.marketId)}`}
      className="text-link inline-block min-h-6 text-meta"
      onClick={onLeave}
    >
      {isCombo ? t('frame.myAccount') : bet.marketTitle || bet.marketId}
    </Link>
  );
}

function dayName(startsAt: number, today: number): string {
  if (startsAt === today) return t('noticePanel.today');
  // Noon of the day before, so a clock change of an hour doesn't matter.
  if (startsAt === startOfDay(today - 12 * 3_600_000)) return t('noticePanel.yesterday');
  const isThisYear = new Date(startsAt).getFullYear() === new Date(today).getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(startsAt);
}
