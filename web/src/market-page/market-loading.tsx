import { t } from '../texts/t-market-page.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** A placeholder with the layout of the page until its market has loaded. */
export function MarketLoading() {
  return (
    <div className="frame market-page pt-6 pb-12">
      <p role="status" className="sr-only">
        {t('marketPage.loading')}
      </p>
      <div aria-hidden="true" className="market-grid">
        <div className="min-w-0">
          <div className="flex min-h-11 items-center">
            <Skeleton className="h-5 w-40" />
          </div>
          <div className="mt-2 flex min-h-11 items-center">
            <Skeleton className="h-6 w-56" />
          </div>
          <Skeleton className="mt-3 h-9.5 w-4/5" />
          <Skeleton className="mt-2 h-6 w-3/5" />
          <Skeleton className="mt-3 h-5 w-64" />
        </div>
        <Card className="p-5">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="block h-[220px] rounded-badge sm:h-[320px] mt-8" />
          <Skeleton className="mt-4 h-5 w-48" />
        </Card>
        <Card className="market-page-side p-5">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="mt-4 h-2.5" />
          <Skeleton className="mt-4 h-14" />
          <Skeleton className="mt-2 h-14" />
        </Card>
      </div>
    </div>
  );
}
