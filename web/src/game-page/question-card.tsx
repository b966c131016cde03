import type { WireGameMarket } from '@tallystone/core/http-api/markets';
import { memo, useId } from 'react';
import { Link } from 'wouter';
import { Highlighted } from '../finding/highlighted.tsx';
import { OutcomeButton } from '../markets/outcome-button.tsx';
import type { PickOutcome } from '../markets/outcome-list.tsx';
import { OutcomesByOdds } from '../markets/outcomes-by-odds.tsx';
import { WinnersNote } from '../markets/winners-note.tsx';
import { t } from '../texts/t-game-page.ts';
import type { Question } from './arrange-markets.ts';
import { lineText } from './line-text.ts';
import { PlayersCard } from './players-card.tsx';

export interface QuestionCardProps {
  question: Question;
  /** By market: why no bet can be placed on it; null if one can. */
  reasons: ReadonlyMap<string, string | null>;
  /** The reason that the page already states for all markets. */
  common: string | null;
  /** By market: the outcome on the slip, while the odds go there; null while they open the bet dialog. */
  chosen: ReadonlyMap<string, string> | null;
  onPick: PickOutcome;
}

/** One question of a game: the outcomes of its market, a table with a row for each line, or a list of players. */
export const QuestionCard = memo(function QuestionCard({ question, ...rest }: QuestionCardProps) {
  const [first, ...others] = question.markets;
  if (first === undefined) return null;
  if (first.oneSided) return <PlayersCard markets={question.markets} {...rest} />;
  return others.length === 0 ? (
    <SingleCard market={first} {...rest} />
  ) : (
    <LinesCard first={first} markets={question.markets} {...rest} />
  );
}, isSame);

/** A market is the same object until it changes, so news render only the questions that they are about. */
function isSame(before: QuestionCardProps, after: QuestionCardProps): boolean {
  const { markets } = after.question;
  return (
    before.common === after.common &&
    before.onPick === after.onPick &&
    (before.chosen === null) === (after.chosen === null) &&
    before.question.markets.length === markets.length &&
    markets.every(
      (market, place) =>
        market === before.question.markets[place] &&
        before.chosen?.get(market.id) === after.chosen?.get(market.id) &&
        before.reasons.get(market.id) === after.reasons.get(market.id),
    )
  );
}

/** What the cards of all kinds of questions take. */
export type CardProps = Omit<QuestionCardProps, 'question'>;

function SingleCard({ market, reasons, common, chosen, onPick }: CardProps & { market: WireGameMarket }) {
  const headingId = useId();
  const reason = reasons.get(market.id) ?? null;
  return (
    <article aria-labelledby={headingId} className="card game-question">
      <h3 id={headingId} className="text-body font-bold">
        <Link href={`/market/${market.id}`} className="market-title-link">
          <Highlighted text={market.name} />
          {market.line !== undefined && ` ${lineText(market)}`}
        </Link>
      </h3>
      <WinnersNote market={market} />
      <div className="mt-2">
        <OutcomesByOdds
          market={market}
          chosenId={chosen === null ? undefined : (chosen.get(market.id) ?? '')}
          disabled={reason !== null}
          onPick={onPick}
        />
      </div>
      {reason !== null && reason !== common && <p className="mt-2 text-meta text-warning">{reason}</p>}
    </article>
  );
}

/** Markets that differ only in their lines, so what is true of the first one is true of all. */
function LinesCard(props: CardProps & { first: WireGameMarket; markets: readonly WireGameMarket[] }) {
  const { first, markets, reasons, common, chosen, onPick } = props;
  const { name } = first;
  const headingId = useId();
  const columns = Math.max(...markets.map(({ outcomes }) => outcomes.length));
  const places = Array.from({ length: columns }, (_, place) => place + 1);
  const reasonsHere = markets.map(({ id }) => reasons.get(id) ?? null);
  const shared = reasonsHere.every((reason) => reason === reasonsHere[0]) ? (reasonsHere[0] ?? null) : null;
  return (
    <article aria-labelledby={headingId} className="card game-question">
      <h3 id={headingId} className="text-body font-bold">
        <Highlighted text={name} />
      </h3>
      <WinnersNote market={first} />
      <table aria-labelledby={headingId} className="line-table">
        <colgroup>
          <col className="w-13" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('gamePage.line')}</th>
            {places.map((place) => (
              <th key={place} scope="col">
                {t('gamePage.outcome', { place })}
              </th>
            ))}
          </tr>
        </thead>
        {markets.map((market) => {
          const reason = reasons.get(market.id) ?? null;
          return (
            <tbody key={market.id}>
              <tr>
                <th scope="row">
                  <Link href={`/market/${market.id}`} className="market-title-link">
                    <span className="sr-only">{name} </span>
                    {lineText(market)}
                  </Link>
                </th>
                {market.outcomes.map((outcome, index) => (
                  <td key={outcome.id}>
                    <OutcomeButton
                      outcome={outcome}
                      index={index}
                      marketTitle={market.title}
                      pressed={chosen === null ? undefined : chosen.get(market.id) === outcome.id}
                      disabled={reason !== null}
                      onPick={(trigger) => onPick({ market, outcome, trigger })}
                    />
                  </td>
                ))}
              </tr>
              {reason !== null && reason !== shared && reason !== common && (
                <tr>
                  <td colSpan={columns + 1} className="text-meta text-warning">
                    {reason}
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
      {shared !== null && shared !== common && <p className="mt-2 text-meta text-warning">{shared}</p>}
    </article>
  );
}
