import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import type { WireGameMarket } from '@tallystone/core/http-api/markets';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { OutcomeHint } from '../betting/outcome-hint.tsx';
import { slipPicking, toggleOnSlip, useOnSlip } from '../betting/slip-picking.ts';
import { SearchWords } from '../finding/search-context.ts';
import { searchWords } from '../finding/search-words.ts';
import { clockText } from '../format/local-time.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { groupName } from '../markets/group-name.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import type { PickOutcome } from '../markets/outcome-list.tsx';
import { useOnline } from '../markets/use-online.ts';
import { whyClosed } from '../markets/why-closed.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { useHeldPrices } from '../stream/use-held-prices.ts';
import { t } from '../texts/t-game-page.ts';
import { t as tInPlay } from '../texts/t-in-play.ts';
import { Button } from '../ui/button.tsx';
import { arrangeMarkets } from './arrange-markets.ts';
import { findQuestions } from './find-questions.ts';
import { GameFilters } from './game-filters.tsx';
import { GameHeader } from './game-header.tsx';
import { QuestionCard, type QuestionCardProps } from './question-card.tsx';
import { type ColumnGroup, splitColumns } from './split-columns.ts';
import type { GamePageState } from './use-game.ts';

/** A game with its markets by group, which the reader can filter and search. */
export function GameView({ state }: { state: Extract<GamePageState, { kind: 'found' }> }) {
  const { isOld, readAt, outdated } = state;
  // The feed moves all prices of a game at once, and a phone draws them in pieces between what a person does.
  const game = useDeferredValue(state.game);
  usePageTitle(game.title);
  const now = useMinuteClock();
  const online = useOnline();
  const held = useHeldPrices();
  const { open } = useBetSlip();
  const isPicking = slipPicking.use();
  const onSlip = useOnSlip();
  const known = useRef(onSlip);
  known.current = onSlip;
  // The same until the mode changes, so that a selection renders only its own question.
  const pick = useMemo<PickOutcome>(
    () => (isPicking ? (picked) => toggleOnSlip(picked, known.current) : open),
    [isPicking, open],
  );
  const [group, setGroup] = useState<MarketGroup | null>(null);
  const [search, setSearch] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  // After a link the focus is at the start of the page; it moves to the heading now that there is one.
  useEffect(() => {
    if (document.activeElement?.id === 'main') heading.current?.focus({ preventScroll: true });
  }, []);

  const groups = useMemo(() => arrangeMarkets(game.markets), [game.markets]);
  const words = useMemo(() => searchWords(search), [search]);
  // The chosen group may have lost its last market.
  const chosen = groups.some((each) => each.group === group) ? group : null;
  const shown = findQuestions(groups, { group: chosen, words });
  const columns = splitColumns(shown);
  const count = shown.reduce((sum, { questions }) => sum + questions.length, 0);

  const pricesPaused = held ?? (isOld ? t('stream.held') : null);
  const reasons = new Map(
    game.markets.map((market) => [market.id, whyClosed({ market, now, online, pricesPaused })]),
  );
  const running = game.markets.find(({ inPlay }) => inPlay !== undefined);
  // In play, some markets already have their results.
  const judged = running ? game.markets.filter(mayTakeBets) : game.markets;
  const common = sameForAll(judged.map(({ id }) => reasons.get(id) ?? null));
  const trouble = outdated ? t('gamePage.notUpdated', { time: clockText(readAt) }) : null;
  const showAll = () => {
    setGroup(null);
    setSearch('');
  };
  return (
    <div className="frame game-page pt-6 pb-12">
      <GameHeader game={game} running={running} now={now} heading={heading} mark={<StreamMark />} />
      <GameFilters
        groups={groups}
        group={chosen}
        onGroup={setGroup}
        search={search}
        onSearch={setSearch}
        counted={t('gamePage.count', { count, figure: count })}
      />
      <div role="status">
        {(trouble ?? common) && (
          <p className="mt-4 px-4 py-3 border border-warning rounded-control bg-warning-soft">
            {trouble ?? common}
          </p>
        )}
      </div>
      {/* In the same place, so that nothing moves when betting pauses. */}
      {running?.inPlay && (trouble ?? common) === null && (
        <p className="mt-4 px-4 py-3 border border-line rounded-control">
          {tInPlay('inPlay.waits', { seconds: running.inPlay.delay })}
        </p>
      )}
      <div className="my-3">
        <Button
          variant="secondary"
          size="small"
          aria-pressed={isPicking}
          onClick={() => slipPicking.set(!isPicking)}
        >
          {t('gamePage.toSlip')}
        </Button>
      </div>
      <OutcomeHint />
      {count === 0 && (
        <div className="notice-card mt-5">
          <p className="text-muted">
            {game.markets.length === 0 ? t('gamePage.noMarkets') : t('gamePage.nothingFound')}
          </p>
          {game.markets.length > 0 && (
            <Button variant="secondary" className="mt-4" onClick={showAll}>
              {t('gamePage.showAll')}
            </Button>
          )}
        </div>
      )}
      <SearchWords value={words}>
        <div className="game-groups mt-5" data-single={columns.length === 1 || undefined}>
          {columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <div key={place} className="game-column">
              {column.map((each) => (
                <GameGroup
                  key={each.group}
                  group={each}
                  reasons={reasons}
                  common={common}
                  chosen={isPicking ? onSlip : null}
                  onPick={pick}
                />
              ))}
            </div>
          ))}
        </div>
      </SearchWords>
    </div>
  );
}

/** A group's questions under its name. A part in the next column repeats the name only where it is beside the first. */
function GameGroup({ group, ...rest }: { group: ColumnGroup } & Omit<QuestionCardProps, 'question'>) {
  const { questions, isContinued } = group;
  const name = groupName(group.group);
  const cards = questions.map((question) => (
    <QuestionCard key={`${question.name} ${question.markets[0]?.id}`} question={question} {...rest} />
  ));
  return isContinued ? (
    <div className="game-group">
      <p aria-hidden="true" className="game-continued">
        {name}
      </p>
      {cards}
    </div>
  ) : (
    <section aria-label={name} className="game-group">
      <h2 className="text-h3">{name}</h2>
      {cards}
    </section>
  );
}

const mayTakeBets = ({ state }: WireGameMarket): boolean => state === 'open' || state === 'suspended';

/** The reason why no market takes bets, if all have the same one. */
function sameForAll(reasons: readonly (string | null)[]): string | null {
  const [first = null] = reasons;
  return reasons.every((reason) => reason === first) ? first : null;
}
