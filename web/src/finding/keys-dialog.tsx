import '../styles/palette.css';
import { Fragment, type ReactNode } from 'react';
import { t } from '../texts/t-palette.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { closeFindingDialog } from './finding-dialog-store.ts';
import { isApple } from './is-apple.ts';
import { type KeySet, switchKeys, useKeysOn } from './key-settings.ts';

/** The page's keys, and switches for those that could be pressed by accident. */
export function KeysDialog() {
  const control = isApple() ? '⌘' : 'Ctrl';
  return (
    <Dialog onClose={closeFindingDialog} title={t('palette.keys')} description={t('palette.keysNote')}>
      <dl>
        <Keys names={[control, 'K']} between="+">
          {t('finding.openPalette')}
        </Keys>
        <Keys names={['F8']}>{t('palette.keyNotifications')}</Keys>
        <Keys names={['←', '→']}>{t('palette.keyArrows')}</Keys>
        <Keys names={['↑', '↓']}>{t('palette.keyStake')}</Keys>
        <Keys names={['Esc']}>{t('palette.keyEscape')}</Keys>
      </dl>
      <KeySwitch set="signs" label={t('palette.signKeys')} />
      <dl>
        <Keys names={['/']}>{t('finding.search')}</Keys>
        <Keys names={['?']}>{t('palette.keyHelp')}</Keys>
      </dl>
      <KeySwitch set="letters" label={t('palette.letterKeys')} />
      <dl>
        <Keys names={['j', 'k']}>{t('palette.keyCards')}</Keys>
        <Keys names={['1', '9']} between="–">
          {t('palette.keyOutcomes')}
        </Keys>
      </dl>
    </Dialog>
  );
}

/** @param between a sign between the keys: `+` for keys that are pressed together, `–` for a range */
function Keys({
  names,
  between,
  children,
}: {
  names: readonly string[];
  between?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-4 items-baseline py-1.5">
      <dt className="flex items-baseline gap-1">
        {names.map((name, place) => (
          <Fragment key={name}>
            {place > 0 && (between ?? ' ')}
            <kbd className="min-w-7 px-1.5 border border-line-strong rounded-badge bg-sunk font-mono text-[0.875rem]/6 text-center">
              {name}
            </kbd>
          </Fragment>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function KeySwitch({ set, label }: { set: KeySet; label: string }) {
  const on = useKeysOn(set);
  const id = `keys-${set}`;
  return (
    <div className="flex items-center gap-4 min-h-11 mt-3 pt-3 border-t-2 border-dashed border-t-line">
      <label htmlFor={id} className="flex-1 font-semibold">
        {label}
      </label>
      <Switch id={id} checked={on} onCheckedChange={(next) => switchKeys(set, next)} />
    </div>
  );
}
