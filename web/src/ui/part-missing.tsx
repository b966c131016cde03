import { t } from '../texts/t.ts';
import { Button } from './button.tsx';

/** Replaces a part of the page that failed to load or render. Use `h2` if the page's heading is still there. */
export function PartMissing({ heading: Heading = 'h1' }: { heading?: 'h1' | 'h2' }) {
  return (
    <div role="alert" className="frame py-16">
      <Heading className="font-display text-h3 font-bold">{t('frame.partMissing')}</Heading>
      <p className="mt-2 max-w-prose text-muted">{t('frame.partMissingWhy')}</p>
      <Button className="mt-6" onClick={() => window.location.reload()}>
        {t('frame.reloadPage')}
      </Button>
    </div>
  );
}
