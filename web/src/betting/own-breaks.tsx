import type { RequestBody } from '@tallystone/core/http-api';
import type { WireLimits } from '@tallystone/core/http-api/account';
import { isLongBreak } from '@tallystone/core/identity/act-message';
import { useState } from 'react';
import { serverClock } from '../data/server-clock.ts';
import { momentText } from '../format/moment.tsx';
import { ActPreview } from '../identity/act-preview.tsx';
import { type TextKey, t } from '../texts/t-account.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { blockAt, blockedSentence } from './blocked.ts';
import { Notice } from './notice.tsx';
import { useChangeLimits } from './use-change-limits.ts';

type Period = RequestBody<'takeBreak'>['period'];

const BREAKS = ['24-hours', '7-days', '30-days'] as const satisfies readonly Period[];
const EXCLUSIONS = ['6-months', '1-year', '5-years'] as const satisfies readonly Period[];
/** What a longer break must add at the least to be worth a question, in ms. */
const LEAST_ADDED_MS = 3_600_000;
const WORDS = {
  '24-hours': 'limits.hours24',
  '7-days': 'limits.days7',
  '30-days': 'limits.days30',
  '6-months': 'limits.months6',
  '1-year': 'limits.year1',
  '5-years': 'limits.years5',
} as const satisfies Record<Period, TextKey>;

/** Breaks and self-exclusion, each behind a question, because they cannot be shortened; the wallet signs long ones. */
export function OwnBreaks({ limits }: { limits: WireLimits }) {
  const [asked, setAsked] = useState<Period | null>(null);
  const { change, isPending, isSigning, cancel, problem, reset } = useChangeLimits();
  const now = serverClock.now();
  const block = blockAt(limits, now);
  // One that would end before the one that holds is refused; one that only adds what has passed since is none.
  const offered = <P extends Period>(periods: readonly P[]) =>
    periods.filter(
      (period) => block === null || endOf(period, now) >= Date.parse(block.until) + LEAST_ADDED_MS,
    );
  const breaks = offered(BREAKS);
  const exclusions = offered(EXCLUSIONS);
  const close = () => {
    cancel();
    setAsked(null);
  };
  const ask = (period: Period) => {
    reset();
    setAsked(period);
  };

  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-title">{t('limits.breaks')}</h3>
      {block && (
        <Notice tone="warning" role="status" className="mt-3">
          {blockedSentence(block)}
        </Notice>
      )}
      {breaks.length > 0 && (
        <Choices title={t('limits.takeBreak')} periods={breaks} onAsk={ask}>
          {t('limits.takeBreakWhat')}
        </Choices>
      )}
      {exclusions.length > 0 && (
        <Choices title={t('limits.exclude')} periods={exclusions} onAsk={ask}>
          {t('limits.excludeWhat')}
        </Choices>
      )}
      {block && <p className="mt-4 text-meta text-muted">{t('limits.onlyLonger')}</p>}
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && close()}
        title={
          asked === null
            ? ''
            : t(isExclusion(asked) ? 'limits.askExclude' : 'limits.askBreak', { period: t(WORDS[asked]) })
        }
        description={
          asked !== null && (
            <>
              <p>
                {t('limits.fromNow', {
                  until: momentText(new Date(endOf(asked, now)).toISOString()) ?? t('bet.laterMoment'),
                })}
              </p>
              <p className="mt-2">{t('limits.noUndo')}</p>
            </>
          )
        }
        actionLabel={
          asked === null
            ? ''
            : isPending
              ? isSigning
                ? ofSign('sign.waiting')
                : t('limits.saving')
              : t(isExclusion(asked) ? 'limits.startExclusion' : 'limits.startBreak', {
                  period: t(WORDS[asked]),
                })
        }
        actionDisabled={isPending}
        cancelLabel={t('limits.notNow')}
        onAction={() => asked && change({ kind: 'break', period: asked }, { onDone: () => setAsked(null) })}
      >
        {asked !== null && isLongBreak(asked) && <ActPreview act={{ kind: 'break', period: asked }} />}
        {problem && (
          <Notice tone="negative" role="alert" className="mt-4">
            {problem}
          </Notice>
        )}
      </AlertDialog>
    </Card>
  );
}

function Choices({
  title,
  periods,
  onAsk,
  children,
}: {
  title: string;
  periods: readonly Period[];
  onAsk: (period: Period) => void;
  children: string;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that cannot stand in the flow
    <div role="group" aria-label={title} className="mt-5">
      <p className="font-semibold">{title}</p>
      <p className="text-meta text-muted">{children}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {periods.map((period) => (
          <Button key={period} variant="secondary" size="small" onClick={() => onAsk(period)}>
            {t(WORDS[period])}
          </Button>
        ))}
      </div>
    </div>
  );
}

function isExclusion(period: Period): boolean {
  return EXCLUSIONS.some((each) => each === period);
}

const DAY_MS = 86_400_000;

/** About when a period that begins now ends; the server says it exactly. */
function endOf(period: Period, now: Date): number {
  switch (period) {
    case '24-hours':
      return now.getTime() + DAY_MS;
    case '7-days':
      return now.getTime() + 7 * DAY_MS;
    case '30-days':
      return now.getTime() + 30 * DAY_MS;
    case '6-months':
      return monthsAfter(now, 6);
    case '1-year':
      return monthsAfter(now, 12);
    case '5-years':
      return monthsAfter(now, 60);
  }
}

function monthsAfter(now: Date, months: number): number {
  const later = new Date(now);
  later.setUTCMonth(now.getUTCMonth() + months);
  return later.getTime();
}
