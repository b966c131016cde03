import { Link, useLocation } from 'wouter';
import { useOnline } from './markets/use-online.ts';
import { t } from './texts/t.ts';
import { Banner } from './ui/banner.tsx';
import { buttonClass } from './ui/button-class.ts';
import { PartMissing } from './ui/part-missing.tsx';

/** Screens that show their own age, or have nothing that could be outdated. */
const WITHOUT = ['/', '/legal'];

/** A banner above a screen that needs a connection, while there is none. */
export function NeedsConnection() {
  const isOnline = useOnline();
  const [path] = useLocation();
  if (isOnline || WITHOUT.includes(path) || path.startsWith('/market/')) return null;
  return (
    <div className="frame pt-6">
      <Banner tone="warning" title={t('offline.away')}>
        {t('offline.needs')}
      </Banner>
    </div>
  );
}

/** Replaces a screen whose code failed to load. */
export function ScreenMissing() {
  const isOnline = useOnline();
  if (isOnline) return <PartMissing />;
  return (
    <div role="alert" className="frame py-16">
      <h1 className="font-display text-h3 font-bold">{t('offline.missing')}</h1>
      <p className="mt-2 max-w-prose text-muted">{t('offline.missingWhat')}</p>
      <Link href="/" className={buttonClass({ className: 'mt-6' })}>
        {t('offline.openMarkets')}
      </Link>
    </div>
  );
}
