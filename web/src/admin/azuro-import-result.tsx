import type { WireGame, WireImportResult } from '@tallystone/core/http-api/azuro';
import { counted, wholeNumber } from '../format/whole-number.ts';
import { groupName } from '../markets/group-name.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { AzuroDropped } from './azuro-dropped.tsx';

/** The result of an import, game by game, until it is dismissed. */
export function AzuroImportResult({
  result,
  games,
  onDismiss,
}: {
  result: WireImportResult;
  /** The feed's games: the server sends no name for a game it didn't look up. */
  games: readonly WireGame[];
  onDismiss: () => void;
}) {
  const names = new Map(games.map(({ id, title }) => [id, title]));
  const results = (result.results ?? []).map(({ title, ...rest }) => ({
    ...rest,
    title: title ?? names.get(rest.gameId) ?? t('adminAzuro.game', { id: rest.gameId }),
  }));
  const imported = results.filter(({ reason }) => reason === undefined);
  const skipped = results.filter(({ reason }) => reason !== undefined);
  return (
    <Banner
      tone={skipped.length > 0 ? 'warning' : 'success'}
      title={translated(result.message, result.messageReason) || t('adminAzuro.importComplete')}
      onDismiss={onDismiss}
    >
      {results.length > 0 && (
        <ScrollBox aria-label={t('adminAzuro.resultByGame')} className="mt-2 max-h-60">
          {skipped.length > 0 && (
            <>
              <h3 className="text-meta font-semibold">{t('adminFrame.skipped')}</h3>
              <ul className="mt-1 list-disc pl-5 text-meta">
                {skipped.map(({ gameId, title, reason }) => (
                  <li key={gameId}>
                    <span className="font-semibold">{title}</span>: {reason && t(`adminAzuro.skip_${reason}`)}
                  </li>
                ))}
              </ul>
            </>
          )}
          {imported.length > 0 && (
            <>
              <h3 className="mt-2 text-meta font-semibold">{t('adminAzuro.importedHeading')}</h3>
              <ul className="mt-1 list-disc pl-5 text-meta">
                {imported.map(({ gameId, title, markets = [], dropped = [] }) => (
                  <li key={gameId}>
                    <span className="font-semibold">{title}</span>
                    {markets.length > 0 && `: ${countsOf(markets)}`}
                    <AzuroDropped
                      summary={t('adminAzuro.dropped', counted(dropped.length))}
                      game={title}
                      dropped={dropped}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
        </ScrollBox>
      )}
    </Banner>
  );
}

type GroupCounts = NonNullable<WireImportResult['results'][number]['markets']>;

/** Such as `Result 1, Totals 5`. */
function countsOf(groups: GroupCounts): string {
  return groups.map(({ group, count }) => `${groupName(group)} ${wholeNumber(count)}`).join(', ');
}
