import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t-admin.ts';
import { Banner } from '../ui/banner.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/**
 * Says that a change wasn't saved because the session had ended, until the admin signs in again. It is outside
 * the dashboard, which disappears with the session.
 */
export function DashboardUnsaved() {
  const { user } = useWallet();
  const mayAct = user !== null && user.kycLevel >= ADMIN_LEVEL && user.verified;
  const queryClient = useQueryClient();
  const [unsaved, setUnsaved] = useState(false);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        // An export changes nothing.
        const { readsOnly } = event.mutation.meta ?? {};
        if (readsOnly === true) return;
        // The server checks the session before it does anything.
        if (event.action.error instanceof ApiError && event.action.error.status === 401) setUnsaved(true);
      }),
    [queryClient],
  );
  useEffect(() => {
    if (mayAct) setUnsaved(false);
  }, [mayAct]);
  if (mayAct || !unsaved) return null;
  return (
    <div className="frame pt-6">
      <Banner tone="error">{t('adminSettings.notSaved', { why: t('adminFrame.sessionEnded') })}</Banner>
    </div>
  );
}
