import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { sessionStore } from '../data/session-store.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { CloseButton } from '../ui/close-button.tsx';
import { useAgeAcceptance } from './age-acceptance.ts';

const CLOSED_KEY = 'tallystone.age-notice-closed';

/** The age notice at the bottom of every page until it is accepted. Closing it lasts only for the session. */
export function AgeBanner() {
  const { accepted, accept } = useAgeAcceptance();
  const [closed, setClosed] = useState(() => sessionStore.read(CLOSED_KEY) === 'true');
  const region = useRef<HTMLElement>(null);
  const shown = !accepted && !closed;

  // The page reserves this height at its bottom, so the notice covers nothing.
  useEffect(() => {
    const root = document.documentElement.style;
    const element = region.current;
    if (!shown || !element) return;
    const measure = () => root.setProperty('--banner-h', `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.setProperty('--banner-h', '0px');
    };
  }, [shown]);

  if (!shown) return null;
  return (
    <section ref={region} aria-label={t('age.notice')} className="age-banner">
      <div className="frame age-banner-row">
        <p className="flex min-w-0 flex-1 items-start gap-3 text-secondary">
          <span aria-hidden="true" className="age-mark">
            {t('age.mark')}
          </span>
          <span>{t('age.sentence')}</span>
        </p>
        <div className="age-banner-actions">
          <Button onClick={accept}>{t('age.accept')}</Button>
          <Link href="/legal" className={buttonClass({ variant: 'secondary' })}>
            {t('age.terms')}
          </Link>
        </div>
        <CloseButton
          label={t('age.dismiss')}
          className="-mr-2"
          onClick={() => {
            sessionStore.write(CLOSED_KEY, 'true');
            setClosed(true);
          }}
        />
      </div>
    </section>
  );
}
