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
/** A longer break is offered only if it adds at least this much, in ms. */
const LEAST_ADDED_MS = 3_600_000;
const PERIODS = {
  '24-hours': { words: 'limits.hours24', days: 1, months: 0 },
  '7-days': { words: 'limits.days7', days: 7, months: 0 },
  '30-days': { words: 'limits.days30', days: 30, months: 0 },
  '6-months': { words: 'limits.months6', days: 0, months: 6 },
  '1-year': { words: 'limits.year1', days: 0, months: 12 },
  '5-years': { words: 'limits.years5', days: 0, months: 60 },
} as const satisfies Record<Period, { words: TextKey; days: number; months: number }>;

/** Breaks and self-exclusion. Each asks for confirmation, because it can't be shortened; the wallet signs long ones. */
export function OwnBreaks({ limits }: { limits: WireLimits }) {
  const [chosen, setChosen] = useState<Period | null>(null);
  const { change, isPending, isSigning, cancel, problem, reset } = useChangeLimits();
  const now = serverClock.now();
  const block = blockAt(limits, now);
  // The server refuses a break that ends before the current one; repeating the current one adds only the time since then.
  const offered = <P extends Period>(periods: readonly P[]) =>
    periods.filter(
      (period) => block === null || endOf(period, now) >= Date.parse(block.until) + LEAST_ADDED_MS,
    );
  const breaks = offered(BREAKS);
  const exclusions = offered(EXCLUSIONS);
  const close = () => {
    cancel();
    setChosen(null);
  };
  const ask = (period: Period) => {
    reset();
    setChosen(period);
  };

  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-title">{t('limits.breaks')}</h3>
      {block && (
        <Notice tone="warning" className="mt-3">
          {blockedSentence(block)}
        </Notice>
      )}
      {breaks.length > 0 && <Choices title={t('limits.takeBreak')} periods={breaks} onAsk={ask} />}
      {exclusions.length > 0 && <Choices title={t('limits.exclude')} periods={exclusions} onAsk={ask} />}
      {block && <p className="mt-4 text-meta text-muted">{t('limits.onlyLonger')}</p>}
      <AlertDialog
        open={chosen !== null}
        onOpenChange={(open) => !open && close()}
        title={
          chosen === null
            ? ''
            : t(isExclusion(chosen) ? 'limits.askExclude' : 'limits.askBreak', {
                period: t(PERIODS[chosen].words),
              })
        }
        description={
          chosen !== null && (
            <>
              <p>
                {t('limits.fromNow', {
                  until: momentText(new Date(endOf(chosen, now)).toISOString()) ?? t('bet.laterMoment'),
                })}
              </p>
              <p className="mt-2">{t('limits.noUndo')}</p>
            </>
          )
        }
        actionLabel={
          chosen === null
            ? ''
            : isPending
              ? isSigning
                ? ofSign('sign.waiting')
                : t('limits.saving')
              : t(isExclusion(chosen) ? 'limits.startExclusion' : 'limits.startBreak', {
                  period: t(PERIODS[chosen].words),
                })
        }
        actionDisabled={isPending}
        cancelLabel={t('limits.notNow')}
        onAction={() =>
          chosen && change({ kind: 'break', period: chosen }, { onDone: () => setChosen(null) })
        }
      >
        {chosen !== null && isLongBreak(chosen) && <ActPreview act={{ kind: 'break', period: chosen }} />}
        {problem && (
          <Notice tone="negative" className="mt-4">
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
}: {
  title: string;
  periods: readonly Period[];
  onAsk: (period: Period) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which can't be laid out in the flow
    <div role="group" aria-label={title} className="mt-5">
      <p className="font-semibold">{title}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {periods.map((period) => (
          <Button key={period} variant="secondary" size="small" onClick={() => onAsk(period)}>
            {t(PERIODS[period].words)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function isExclusion(period: Period): boolean {
  return EXCLUSIONS.some((each) => each === period);
}

/** Roughly when a period that starts now ends, in ms since 1970; the server decides exactly. */
function endOf(period: Period, now: Date): number {
  const { days, months } = PERIODS[period];
  const end = new Date(now);
  end.setUTCMonth(now.getUTCMonth() + months, now.getUTCDate() + days);
  return end.getTime();
}
