import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../data/api-error.ts';
import { callLater } from '../data/call-later.ts';
import { renewAccount } from '../data/renew-account.ts';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { t as tNews } from '../texts/t-own-news.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { toast } from '../ui/toast-store.ts';
import { isCombo, type Sold, soldName } from './sold.ts';

/** Asks whether to cancel the automatic cash-out of a bet, and cancels it. */
export function CancelAutomatic({ bet, onClose }: { bet: Sold; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callLater('cancelAutomaticCashOut', { params: { id: bet.id } }),
    onSuccess: () => {
      onClose();
      toast({ title: tNews('ownNews.automaticCancelled') });
    },
    // Without an answer it may have been cancelled, and a refusal says that it is being decided.
    onSettled: () => void renewAccount(queryClient),
  });
  const amount = isCombo(bet) ? 0 : (bet.automatic?.amount ?? 0);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('cashOut.cancelTitle')}
      description={<p>{t('cashOut.cancelWhat', { outcome: soldName(bet), amount: exactDollars(amount) })}</p>}
      cancelLabel={t('cashOut.keep')}
      actionLabel={t(isPending ? 'cashOut.cancelling' : 'cashOut.cancelIt')}
      actionDisabled={isPending}
      onAction={() => mutate()}
    >
      <Problem className="">{error === null ? null : problemOf(error)}</Problem>
    </AlertDialog>
  );
}

const problemOf = (error: Error): string =>
  error instanceof ApiError
    ? t('cashOut.cancelFailed', { why: error.sentence })
    : t('cashOut.cancelUnanswered');
