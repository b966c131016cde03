import { useId } from 'react';
import { t } from '../texts/t-wallet.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { PanelHeading, PanelRow } from './panel-row.tsx';
import { practiceAdminRdns } from './practice-rdns.ts';
import { WalletIcon } from './wallet-icon.tsx';
import type { WalletOption } from './wallet-state.ts';

export interface PracticeChainsProps {
  /** Practice wallets only. */
  options: readonly WalletOption[];
  onChoose: (option: WalletOption) => void;
}

/** The chains of the practice wallet, then those of the practice admin where there is one. */
export function PracticeChains({ options, onChoose }: PracticeChainsProps) {
  const admin = options.filter(({ rdns }) => rdns === practiceAdminRdns);
  const bettor = options.filter((option) => !admin.includes(option));
  return (
    <>
      <PanelHeading>{t('walletMenu.pickChain')}</PanelHeading>
      <PracticeGroup options={bettor} onChoose={onChoose}>
        {t('walletMenu.practiceKey')}
      </PracticeGroup>
      {admin.length > 0 && (
        <>
          <hr className="menu-separator" />
          <PracticeGroup options={admin} onChoose={onChoose}>
            {t('walletMenu.practiceAdmin')}
          </PracticeGroup>
        </>
      )}
    </>
  );
}

function PracticeGroup({ options, onChoose, children }: PracticeChainsProps & { children: string }) {
  const id = useId();
  const name = options[0]?.name;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="px-3 pt-1 text-secondary font-semibold">
        {name}
      </h3>
      <p className="px-3 pb-1.5 text-meta text-muted">{children}</p>
      {options.map((option) => (
        <PanelRow
          key={option.id}
          icon={<WalletIcon icon={option.icon} name={option.name} />}
          end={option.status === 'recent' && t('walletMenu.recent')}
          onClick={() => onChoose(option)}
        >
          {option.chain}
          {/* The heading says it to the eye; out of its group the row must say it itself. */}
          <VisuallyHidden> {option.name}</VisuallyHidden>
        </PanelRow>
      ))}
    </div>
  );
}
