import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type CallOptions, callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toast-store.ts';
import { adminProblem } from './admin-problem.ts';
import { DialogField } from './labelled.tsx';
import { amountText, readAmount } from './read-amount.ts';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { useLoneMutation } from './use-lone-mutation.ts';

type Change = CallOptions<'changeUser'>['body'];

/** Changes one user's level and cap. Needs a reason, which goes into the audit. */
export function UsersChangeDialog({ user, onClose }: { user: WireAdminUser; onClose: () => void }) {
  const id = useId();
  const queryClient = useQueryClient();
  const [level, setLevel] = useState(String(user.kycLevel));
  const [ownCap, setOwnCap] = useState(user.capIsOwn);
  const [cap, setCap] = useState(amountText(user.dailyStakeCap));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const change = useLoneMutation({
    mutationFn: (body: Change) => callApi('changeUser', { params: { id: user.id }, body }),
    onSuccess: ({ waits }) => {
      for (const path of ['/api/admin/users', '/api/admin/audit', '/api/admin/results']) {
        void queryClient.invalidateQueries({ queryKey: [path] });
      }
      const who = shortenAddress(user.publicKey);
      toast(
        waits === undefined
          ? { title: t('adminUsers.changed'), description: who }
          : { title: t('adminFrame.waitsTitle'), description: t('adminUsers.waitsWhat', { who }) },
      );
      onClose();
    },
    onError: (error) => setProblems(error instanceof ApiError ? error.fields : {}),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const found: Record<string, string> = {};
    if (ownCap && readAmount(cap) === null) {
      found.dailyStakeCap = t('adminSettings.noAmount');
    }
    const short = reasonProblem(reason);
    if (short !== undefined) found.reason = short;
    setProblems(found);
    if (Object.keys(found).length > 0) {
      document.getElementById(found.dailyStakeCap === undefined ? `${id}-reason` : `${id}-cap`)?.focus();
      return;
    }
    change.mutate(changeOf(user, { level, ownCap, cap, reason }));
  };
  const general = change.isError && Object.keys(problems).length === 0;

  return (
    <Dialog
      onClose={onClose}
      title={t('adminUsers.changeTitle')}
      description={<span className="font-mono break-all">{user.publicKey}</span>}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <DialogField id={`${id}-level`} label={t('adminUsers.levelField')} problem={problems.kycLevel}>
          <Select
            id={`${id}-level`}
            value={level}
            onValueChange={setLevel}
            disabled={user.isAdmin}
            options={
              user.isAdmin
                ? [{ value: level, label: t('adminUsers.level2') }]
                : [
                    { value: '0', label: t('adminUsers.level0') },
                    { value: '1', label: t('adminUsers.level1') },
                  ]
            }
          />
        </DialogField>
        <div>
          <label htmlFor={`${id}-own`} className="flex min-h-11 items-center gap-3">
            <Checkbox
              id={`${id}-own`}
              checked={ownCap}
              onChange={(event) => setOwnCap(event.target.checked)}
            />
            <span>{t('adminUsers.ownCap')}</span>
          </label>
          {ownCap && (
            <div className="mt-2">
              <DialogField id={`${id}-cap`} label={t('adminUsers.capField')} problem={problems.dailyStakeCap}>
                <input
                  id={`${id}-cap`}
                  type="text"
                  inputMode="decimal"
                  autoComplete="off"
                  className="field"
                  value={cap}
                  aria-invalid={problems.dailyStakeCap !== undefined}
                  aria-describedby={`${id}-cap-problem`}
                  onChange={(event) => setCap(event.target.value)}
                />
              </DialogField>
            </div>
          )}
        </div>
        <ReasonField id={`${id}-reason`} reason={reason} onReason={setReason} problem={problems.reason} />
        {general && <Problem className="">{adminProblem(change.error)}</Problem>}
        <Button type="submit" disabled={change.isPending} aria-busy={change.isPending}>
          {change.isPending ? t('adminFrame.sending') : t('adminSettings.save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Only the fields that have changed. */
function changeOf(
  user: WireAdminUser,
  typed: { level: string; ownCap: boolean; cap: string; reason: string },
): Change {
  const kycLevel = Number(typed.level);
  const cap = readAmount(typed.cap);
  const text = cap === null ? null : formatUsdc(cap);
  const capChanged = typed.ownCap ? !user.capIsOwn || text !== amountText(user.dailyStakeCap) : user.capIsOwn;
  return {
    ...(kycLevel !== user.kycLevel && { kycLevel }),
    ...(capChanged && { dailyStakeCap: typed.ownCap ? text : null }),
    reason: typed.reason.trim(),
  };
}
