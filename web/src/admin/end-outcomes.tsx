import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import type { EndingMarket } from './result-acts.ts';

export interface EndOutcomesProps {
  /** Id of the group, for focus. */
  id: string;
  market: EndingMarket;
  chosen: readonly string[];
  problem: string | undefined;
  onChoose: (outcomeIds: readonly string[]) => void;
}

/** The outcomes to choose the winner or the winners from, each with its open bets and last odds. */
export function EndOutcomes({ id, market, chosen, problem, onChoose }: EndOutcomesProps) {
  // Optional: the winner can be chosen without odds.
  const priced = useQuery<WireMarket>({
    queryKey: ['/api/markets', market.id],
    queryFn: ({ signal }) => callApi('getMarket', { params: { id: market.id }, signal }),
    refetchOnMount: 'always',
  }).data;
  const { winners = 1 } = market;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-problem`}
      className="min-w-0 rounded-control outline-none"
    >
      <legend className="mb-2 text-secondary font-semibold">
        {t('adminEnding.whichWon', { count: winners })}
      </legend>
      <div className="grid max-h-80 gap-2 overflow-y-auto p-0.5">
        {market.outcomes.map((outcome) => {
          const now = priced?.outcomes.find((each) => each.id === outcome.id);
          return (
            <label
              key={outcome.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line-strong px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-primary"
            >
              <input
                type={winners === 1 ? 'radio' : 'checkbox'}
                name={`${id}-outcome`}
                className="size-5 flex-none accent-primary outline-none"
                checked={chosen.includes(outcome.id)}
                onChange={() => onChoose(winners === 1 ? [outcome.id] : toggled(chosen, outcome.id))}
              />
              <span className="min-w-0 flex-1 font-semibold">{outcome.name}</span>
              <span className="flex-none text-right text-meta text-muted">
                {outcome.bets !== undefined && (
                  <span className="block">{t('adminEnding.openBets', counted(outcome.bets))}</span>
                )}
                {now !== undefined && (
                  <span className="block">
                    {now.odds === null
                      ? t('adminEnding.noPrice')
                      : t('adminEnding.price', {
                          odds: now.odds.toFixed(2),
                          probability: now.probability.toFixed(1),
                        })}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
      <p id={`${id}-problem`} role="alert" className="mt-1 text-meta text-negative empty:hidden">
        {problem}
      </p>
    </fieldset>
  );
}

function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
}
