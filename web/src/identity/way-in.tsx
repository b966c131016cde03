import type { ComponentProps } from 'react';
import { t } from '../texts/t-wallet.ts';
import { ConnectCard } from './connect-card.tsx';
import { PracticeLinkHint } from './practice-link-hint.tsx';

/** The sign-in page in front of a screen that only some people may see. */
export function WayIn({ why, who }: { why: string; who: ComponentProps<typeof PracticeLinkHint>['who'] }) {
  return (
    <div className="frame flex min-h-dvh flex-col items-center py-12 lg:py-20">
      <div className="w-full max-w-[34rem]">
        <h1 className="text-h2">{t('frame.authenticationRequired')}</h1>
        <p className="mt-2 text-muted">{why}</p>
        <PracticeLinkHint who={who} className="mt-2 text-muted" />
        <div className="mt-6">
          <ConnectCard />
        </div>
      </div>
    </div>
  );
}
