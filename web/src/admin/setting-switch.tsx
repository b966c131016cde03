import type { ImportSetting } from '@tallystone/core/settings/import-settings';
import { useId } from 'react';
import { t } from '../texts/t-admin.ts';
import { Switch } from '../ui/switch.tsx';
import { changeProblem } from './admin-problem.ts';
import { useChangeSetting } from './use-change-setting.ts';
import { SavedWords } from './waits-banner.tsx';

export type SwitchSetting = 'autoImport' | 'futuresTrading' | 'realTimePrices' | 'inPlay' | ImportSetting;

/** A product-wide switch. It is saved at once. */
export function SettingSwitch({ name, on }: { name: SwitchSetting; on: boolean }) {
  const id = useId();
  const change = useChangeSetting(name);
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-semibold">
          {t(`adminSettings.${name}`)}
        </label>
        <p id={`${id}-does`} className="mt-0.5 max-w-prose text-secondary text-muted">
          {t(`adminSettings.${name}Does`)}
        </p>
        {change.isError && (
          <p role="alert" className="mt-1 text-meta text-negative">
            {t('adminSettings.notSaved', { why: changeProblem(change.error, name) })}
          </p>
        )}
      </div>
      <div className="flex flex-none flex-col-reverse items-end gap-1 sm:flex-row sm:items-center sm:gap-3">
        <span role="status" className="text-right text-meta text-muted sm:min-w-12">
          {change.isSuccess && <SavedWords waits={change.data.waits !== undefined} />}
        </span>
        <Switch
          id={id}
          aria-describedby={`${id}-does`}
          // Shows the value being saved, and the saved one again after a failure.
          checked={change.isPending ? change.variables : on}
          onCheckedChange={(next) => !change.isPending && change.mutate(next)}
        />
      </div>
    </div>
  );
}
