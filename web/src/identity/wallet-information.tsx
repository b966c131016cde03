import type { WalletType, WireUser } from '@tallystone/core/http-api/identity';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../texts/t-account.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useCopy } from '../ui/use-copy.ts';

/** Product names are the same in every language. */
const WALLET_NAMES: Partial<Record<WalletType, string>> = {
  phantom: 'Phantom',
  backpack: 'Backpack',
  metamask: 'MetaMask',
};

export interface WalletInformationProps {
  user: WireUser;
  isPractice: boolean;
  /** Balance and daily stake cap, which the betting folder renders. */
  children?: ReactNode;
}

/** The signed-in account: address, wallet type and level. */
export function WalletInformation({ user, isPractice, children }: WalletInformationProps) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-title">{t('account.walletInformation')}</h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-10 gap-y-4">
        <div className="col-span-2">
          <dt className="text-meta text-muted">{t('account.publicKey')}</dt>
          <dd className="mt-0.5 flex items-center gap-2">
            <span className="min-w-0 flex-1 font-mono text-meta break-all">{user.publicKey}</span>
            <CopyButton text={user.publicKey} />
          </dd>
        </div>
        <div>
          <dt className="text-meta text-muted">{t('account.walletType')}</dt>
          <dd className="mt-1 flex flex-wrap gap-2">
            <Badge variant="outline">{WALLET_NAMES[user.walletType] ?? t('account.evmWallet')}</Badge>
            {isPractice && <Badge variant="practice">{t('controls.practice')}</Badge>}
          </dd>
        </div>
        <div>
          <dt className="text-meta text-muted">{t('account.kycLevel')}</dt>
          <dd className="mt-1">
            <Badge variant={user.kycLevel === 0 ? 'secondary' : 'default'}>
              {t('account.level', { level: user.kycLevel })}
            </Badge>
          </dd>
        </div>
      </dl>
      {children}
    </Card>
  );
}

function CopyButton({ text }: { text: string }) {
  const { answer, copy } = useCopy(text);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={t('account.copyKey')} onClick={copy}>
        {answer === 'copied' ? (
          <Check aria-hidden="true" className="size-5 text-positive" />
        ) : (
          <Copy aria-hidden="true" className="size-5" />
        )}
      </Button>
      <span role="status" className={answer === 'failed' ? 'text-meta' : 'sr-only'}>
        {answer === 'copied' && t('account.copied')}
        {answer === 'failed' && t('account.selectKey')}
      </span>
    </>
  );
}
