import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import { addUsdc, dollars, signedExactDollars } from '../format/dollars.ts';
import { counted, wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { betCount } from './bet-count.ts';
import { type ChartColumn, ChartPanel, countColumn, usdcColumn } from './chart-panel.tsx';
import { DayBars, dayText } from './day-bars.tsx';

type VolumeDay = WireAnalytics['volumePerDay'][number];
type ProfitDay = WireAnalytics['profitPerDay'][number];
type UsersDay = WireAnalytics['usersPerDay'][number];

const dayColumn = (): ChartColumn<{ day: string }> => ({
  head: t('adminAnalytics.dayUtc'),
  shown: ({ day }) => dayText(day),
  plain: ({ day }) => day,
});

/** Guests' bets are in no other column. */
const guestColumns = (): ChartColumn<VolumeDay>[] => [
  usdcColumn(t('adminAnalytics.guestVolumeUsdc'), 'guestVolume'),
  countColumn(t('adminAnalytics.guestBets'), 'guestBets'),
];

/** Stakes per day. */
export function VolumeChart({ days }: { days: readonly VolumeDay[] }) {
  const most = largest(days, ({ volume }) => volume);
  const total = days.reduce((sum, { volume }) => sum + volume, 0);
  const ofGuests = days.reduce((sum, { guestVolume }) => sum + guestVolume, 0);
  const hasGuests = days.some(({ guestBets }) => guestBets > 0);
  const none = most === null || (!hasGuests && days.every(({ bets }) => bets === 0));
  return (
    <ChartPanel
      title={t('adminAnalytics.volumePerDay')}
      summary={
        most === null
          ? ''
          : [
              t('adminAnalytics.total', { total: dollars(total) }),
              t('adminAnalytics.mostOn', { where: dayText(most.day), figure: dollars(most.volume) }),
              ...(hasGuests ? [t('adminAnalytics.volumeOfGuests', { total: dollars(ofGuests) })] : []),
            ].join(' ')
      }
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        dayColumn(),
        usdcColumn(t('adminAnalytics.volumeUsdc'), 'volume'),
        countColumn(t('adminAnalytics.bets'), 'bets'),
        ...(hasGuests ? guestColumns() : []),
      ]}
      fileName="volume-per-day"
      empty={none ? t('adminAnalytics.noBets') : null}
    >
      <DayBars
        days={days}
        figureOf={({ volume }) => volume}
        markOf={dollars}
        readingOf={({ day, volume, bets }) =>
          t('adminAnalytics.dayReading', { day: dayText(day), volume: dollars(volume), bets: betCount(bets) })
        }
      />
    </ChartPanel>
  );
}

/** How many markets and combos ended, and what the house earned or lost on them. */
function profitText({
  profit,
  markets,
  combos,
}: {
  profit: number;
  markets: number;
  combos: number;
}): string {
  const ofMarkets = {
    profit: signedExactDollars(profit),
    markets: t('adminMarkets.count', counted(markets)),
  };
  if (combos === 0) return t('adminAnalytics.profitOn', ofMarkets);
  return t('adminAnalytics.profitOnBoth', {
    ...ofMarkets,
    combos: t('adminAnalytics.endedCombos', counted(combos)),
  });
}

/** What the house earned or lost per day on the markets and combos that ended. */
export function ProfitChart({ days: given }: { days: readonly ProfitDay[] }) {
  const days = given.map(({ comboProfit = 0, combos = 0, ...day }) => ({ ...day, comboProfit, combos }));
  const profit = addUsdc(days.map((day) => day.profit));
  const markets = days.reduce((sum, day) => sum + day.markets, 0);
  const combos = days.reduce((sum, day) => sum + day.combos, 0);
  return (
    <ChartPanel
      title={t('adminAnalytics.profitPerDay')}
      summary={`${profitText({ profit, markets, combos })}.`}
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        dayColumn(),
        usdcColumn(t('adminAnalytics.profitUsdc'), 'profit'),
        countColumn(t('adminAnalytics.endedMarkets'), 'markets'),
        ...(combos > 0
          ? [
              usdcColumn(t('adminAnalytics.comboProfitUsdc'), 'comboProfit'),
              countColumn(t('adminAnalytics.endedCombosHead'), 'combos'),
            ]
          : []),
      ]}
      fileName="house-profit-per-day"
      empty={markets + combos === 0 ? t('adminAnalytics.noEndInDays') : null}
    >
      <DayBars
        days={days}
        figureOf={(day) => day.profit}
        markOf={dollars}
        readingOf={(day) => `${dayText(day.day)}: ${profitText(day)}`}
      />
    </ChartPanel>
  );
}

/** How many users bet per day. */
export function UsersChart({ days }: { days: readonly UsersDay[] }) {
  const most = largest(days, ({ users }) => users);
  const hasGuests = days.some(({ guests }) => guests > 0);
  const none = most === null || (most.users === 0 && !hasGuests);
  return (
    <ChartPanel
      title={t('adminAnalytics.usersPerDay')}
      summary={
        most === null
          ? ''
          : t('adminAnalytics.mostOn', { where: dayText(most.day), figure: wholeNumber(most.users) })
      }
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        dayColumn(),
        countColumn(t('adminFrame.users'), 'users'),
        ...(hasGuests ? [countColumn(t('adminAnalytics.guests'), 'guests')] : []),
      ]}
      fileName="active-users-per-day"
      empty={none ? t('adminAnalytics.noBets') : null}
    >
      <DayBars
        days={days}
        figureOf={({ users }) => users}
        markOf={wholeNumber}
        readingOf={({ day, users, guests }) =>
          t(guests > 0 ? 'adminAnalytics.usersAndGuestsReading' : 'adminAnalytics.usersReading', {
            day: dayText(day),
            users: wholeNumber(users),
            guests: wholeNumber(guests),
          })
        }
      />
    </ChartPanel>
  );
}

/** The first of the days with the largest value; null without days. */
function largest<Day>(days: readonly Day[], figureOf: (day: Day) => number): Day | null {
  return days.reduce<Day | null>((best, day) => (best && figureOf(best) >= figureOf(day) ? best : day), null);
}
