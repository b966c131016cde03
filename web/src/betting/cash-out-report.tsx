import type { Ref } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { Notice, NoticeActions } from './notice.tsx';
import { soldName } from './sold.ts';
import type { CashOut } from './use-cash-out.ts';

export interface CashOutReportProps {
  ref: Ref<HTMLDivElement>;
  cashOut: CashOut;
  /** The current cash-out is of this bet. */
  mine: boolean;
  /** Something else says what the refusal would. */
  isReplaced?: boolean;
  onLetGo: () => void;
}

/** Why the last try failed, or that it has no answer, with what the bettor can do. */
export function CashOutReport({ ref, cashOut, mine, isReplaced = false, onLetGo }: CashOutReportProps) {
  const { act } = cashOut;
  const wallet = useWallet();
  const refused = mine && act.kind === 'failed' ? act : null;
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-4 outline-none empty:hidden">
      {refused?.code === 'unauthenticated' && wallet.signedIn && (
        <Notice tone="warning">
          <p className="font-semibold">{refused.sentence}</p>
          <p className="mt-1">
            {t(refused.order.way === 'now' ? 'cashOut.signedInAgain' : 'cashOut.setOnceMore')}
          </p>
        </Notice>
      )}
      {refused && refused.code !== 'unauthenticated' && !isReplaced && (
        <Notice tone="negative">
          <p className="font-semibold">{refused.sentence}</p>
          {refused.code === 'not-signed' && (
            <p className="mt-1">
              {t(refused.order.way === 'now' ? 'cashOut.nothingCashedOut' : 'selling.automaticUnchanged')}
            </p>
          )}
        </Notice>
      )}
      {act.kind === 'unanswered' && <Unanswered cashOut={cashOut} mine={mine} onLetGo={onLetGo} />}
      {!wallet.signedIn && act.kind !== 'unanswered' && <SignInAgain />}
    </div>
  );
}

/** Shown when there is no session. The amount on the screen stays in the dialog. */
export function SignInAgain() {
  const { connecting, step, signIn } = useWallet();
  const busy = connecting || step !== null;
  return (
    <Notice tone="warning" role="alert">
      <p className="font-semibold">{t('selling.sessionEnded')}</p>
      <NoticeActions>
        <Button size="small" disabled={busy} onClick={() => void signIn()}>
          {busy ? t('wallet.check') : t('wallet.signInAgain')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}

function Unanswered({ cashOut, mine, onLetGo }: { cashOut: CashOut; mine: boolean; onLetGo: () => void }) {
  const { act } = cashOut;
  const { signedIn, step, signIn } = useWallet();
  if (act.kind !== 'unanswered') return null;
  const { bet, amount } = act.order;
  return (
    <Notice tone="warning" role="alert">
      <p className="font-semibold">
        {mine
          ? t('transaction.noAnswer')
          : t('transaction.noAnswerFor', { amount: exactDollars(amount), outcome: soldName(bet) })}
      </p>
      <p className="mt-1">{act.sentence}</p>
      <NoticeActions>
        {signedIn ? (
          <Button size="small" onClick={() => void cashOut.resend()}>
            {t('transaction.sendAgain')}
          </Button>
        ) : (
          <Button size="small" disabled={step !== null} onClick={() => void signIn()}>
            {step === null ? t('wallet.signInAgain') : t('wallet.check')}
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={onLetGo}>
          {t('transaction.letItGo')}
        </Button>
      </NoticeActions>
    </Notice>
  );
}
