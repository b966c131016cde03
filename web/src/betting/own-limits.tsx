import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../data/queries.ts';
import { Unread } from '../data/unread.tsx';
import { SignWithWallet } from '../identity/sign-with-wallet.tsx';
import { t } from '../texts/t-account.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { Card } from '../ui/card.tsx';
import { Titled } from '../ui/titled.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { CapSentence } from './cap-sentence.tsx';
import { Notice } from './notice.tsx';
import { OwnBreaks } from './own-breaks.tsx';
import { OwnCap } from './own-cap.tsx';

/** The limits that bettors set for themselves: a daily cap, breaks, and self-exclusion. */
export function OwnLimits() {
  const { user, notice } = useWallet();
  const query = useQuery({ ...limitsQuery, refetchOnMount: 'always' });
  return (
    <Titled title={t('account.limits')}>
      <p className="mt-1 max-w-prose text-muted">{t('limits.what')}</p>
      <div className="mt-5">
        {query.data === undefined ? (
          <Unread query={query} what={t('account.limits')} loading={t('limits.loading')} room="h-56" />
        ) : user?.verified ? (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <OwnCap limits={query.data} />
            <OwnBreaks limits={query.data} />
          </div>
        ) : (
          <Card className="p-5 sm:p-6">
            <CapSentence limits={query.data} />
            <p className="mt-4 max-w-prose">{t('limits.ownerOnly')}</p>
            <div className="mt-4">
              <SignWithWallet>{ofSign('sign.signIn')}</SignWithWallet>
            </div>
            {notice && (
              <Notice tone="warning" className="mt-4">
                {notice}
              </Notice>
            )}
          </Card>
        )}
      </div>
    </Titled>
  );
}
