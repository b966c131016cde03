import { t } from '../texts/t-game-page.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const COLUMNS = [
  ['1', '2', '3'],
  ['4', '5', '6'],
];

/** A placeholder with the layout of the page until its game has loaded. */
export function GameLoading() {
  return (
    <div className="frame game-page pt-6 pb-12">
      <p role="status" className="sr-only">
        {t('gamePage.loading')}
      </p>
      <div aria-hidden="true">
        <div className="flex min-h-11 items-center">
          <Skeleton className="h-5 w-40" />
        </div>
        <div className="mt-2 flex min-h-6 items-center">
          <Skeleton className="h-5 w-56" />
        </div>
        <Skeleton className="mt-3 h-9.5 w-4/5" />
        <Skeleton className="mt-3 h-5 w-64" />
        <Skeleton className="mt-5 h-11 w-full" />
        <Skeleton className="mt-3 h-11 w-full" />
        <div className="game-groups mt-5">
          {COLUMNS.map((column) => (
            <div key={column[0]} className="game-column">
              {column.map((key) => (
                <div key={key} className="game-group">
                  <Skeleton className="h-7 w-32" />
                  <Skeleton className="mt-3 h-36 rounded-card" />
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
