import { Link, useLocation } from 'wouter';
import { openFindingDialog } from '../finding/finding-dialog-store.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { t } from '../texts/t.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Logo } from '../ui/logo.tsx';

/** The page for unknown addresses. */
export function NotFound() {
  usePageTitle(t('landing.notFoundTitle'));
  const [path] = useLocation();
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <Logo className="size-14" />
      <h1 className="mt-6 text-h2">{t('landing.notFound')}</h1>
      <p className="mt-3 max-w-[34rem] text-muted">
        <TextWith
          text={t('landing.notFoundWhy')}
          parts={{ address: () => <span className="font-mono break-all text-ink">{path}</span> }}
        />
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link href="/" className={buttonClass()}>
          {t('landing.toMarkets')}
        </Link>
        <Button variant="secondary" onClick={() => openFindingDialog('palette')}>
          {t('finding.search')}
        </Button>
      </div>
    </div>
  );
}
