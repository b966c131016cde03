import type { GameStatus, WireGame } from '@tallystone/core/http-api/azuro';
import { memo, useId } from 'react';
import { counted, wholeNumber } from '../format/whole-number.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { localMoment, utcMoment } from './admin-moment.ts';
import { AzuroDropped } from './azuro-dropped.tsx';

const STATUSES = {
  Active: 'adminAzuro.active',
  Stopped: 'adminAzuro.stopped',
  Finished: 'adminAzuro.finished',
  Canceled: 'adminAzuro.canceled',
} as const satisfies Record<GameStatus, AdminTextKey>;

const BLOCKED = {
  imported: 'adminAzuro.blockedImported',
  'already started': 'adminAzuro.blockedStarted',
} as const satisfies Record<string, AdminTextKey>;

export interface AzuroGameRowProps {
  game: WireGame;
  /** Why it can't be selected. */
  blocked: 'imported' | 'already started' | null;
  checked: boolean;
  onToggle: () => void;
}

/** One game: teams, sport, league, start, and what an import would open and leave out. A click on the row toggles it. */
export const AzuroGameRow = memo(
  function AzuroGameRow({ game, blocked, checked, onToggle }: AzuroGameRowProps) {
    const id = useId();
    const dropped = game.conditions.flatMap(({ marketName, dropped: reason }) =>
      reason === undefined ? [] : [{ marketName, reason }],
    );
    return (
      <div className={classNames(blocked !== null && 'text-muted', checked && 'bg-primary-soft')}>
        <label
          htmlFor={id}
          className={classNames(
            'flex gap-3 px-4 pt-3 pb-2',
            blocked === null ? 'cursor-pointer' : 'cursor-not-allowed',
          )}
          // Otherwise a shift-click selects text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        >
          <Checkbox
            id={id}
            checked={checked}
            disabled={blocked !== null}
            onChange={onToggle}
            aria-labelledby={`${id}-title`}
            aria-describedby={`${id}-facts`}
          />
          <span className="min-w-0 flex-1">
            <span id={`${id}-title`} className="block font-semibold">
              {game.title}
            </span>
            <span
              id={`${id}-facts`}
              className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-muted"
            >
              <Badge variant="outline">{game.sport.name}</Badge>
              <Badge
                variant={game.status === 'Active' ? 'default' : 'secondary'}
                // The row of a selected game has the badge's colour.
                className={classNames(checked && 'border-current')}
              >
                {t(STATUSES[game.status])}
              </Badge>
              {blocked !== null && <Badge variant="secondary">{t(BLOCKED[blocked])}</Badge>}
              <span>{game.league.name}</span>
              <time dateTime={game.startsAt} title={utcMoment(game.startsAt)}>
                {localMoment(game.startsAt) || t('adminAzuro.startUnknown')}
              </time>
              <span>{marketsText(game)}</span>
            </span>
          </span>
        </label>
        {/* Outside the label, whose clicks toggle the game. */}
        <div className="pr-4 pb-3 pl-12 text-muted empty:pb-1 empty:pl-0">
          <AzuroDropped
            summary={t('adminAzuro.wouldDrop', counted(dropped.length))}
            game={game.title}
            dropped={dropped}
          />
        </div>
      </div>
    );
  },
  // `onToggle` is new on every scroll but does the same.
  (before, after) =>
    before.game === after.game && before.blocked === after.blocked && before.checked === after.checked,
);

/** How many markets an import would open, of how many; only how many there are if the server doesn't say. */
function marketsText({ conditions }: WireGame): string {
  const taken = marketsOf(conditions.filter(({ group }) => group !== undefined));
  const isKnown = conditions.some(({ group, dropped }) => group !== undefined || dropped !== undefined);
  const all = marketsOf(conditions);
  const figure = wholeNumber(all);
  if (isKnown) return t('adminAzuro.takes', { taken: wholeNumber(taken), figure });
  return t('adminMarkets.count', { count: all, figure });
}

/** A condition is a market, or several. */
const marketsOf = (conditions: WireGame['conditions']): number =>
  conditions.reduce((sum, { markets = 1 }) => sum + markets, 0);
