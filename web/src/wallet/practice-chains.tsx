import { Fragment, useId } from 'react';
import { type TextKey, t } from '../texts/t-wallet.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { PanelHeading, PanelRow } from './panel-row.tsx';
import { practiceAdminRdns, practiceChainRdns } from './practice-rdns.ts';
import { WalletIcon } from './wallet-icon.tsx';
import type { WalletOption } from './wallet-state.ts';

export interface PracticeChainsProps {
  /** Practice wallets only. */
  options: readonly WalletOption[];
  onChoose: (option: WalletOption) => void;
}

/** The chains of each practice wallet; the practice admin comes last. */
export function PracticeChains({ options, onChoose }: PracticeChainsProps) {
  return (
    <>
      <PanelHeading>{t('walletMenu.pickChain')}</PanelHeading>
      {byWallet(options).map(([rdns, chains], place) => (
        <Fragment key={rdns}>
          {place > 0 && <hr className="menu-separator" />}
          <PracticeGroup options={chains} onChoose={onChoose}>
            {t(whatItIs(rdns))}
          </PracticeGroup>
        </Fragment>
      ))}
    </>
  );
}

function byWallet(options: readonly WalletOption[]): [rdns: string, chains: WalletOption[]][] {
  const groups = new Map<string, WalletOption[]>();
  for (const option of options) {
    const rdns = option.rdns ?? '';
    groups.set(rdns, [...(groups.get(rdns) ?? []), option]);
  }
  const isAdmin = (rdns: string) => Number(rdns === practiceAdminRdns);
  return [...groups].sort(([a], [b]) => isAdmin(a) - isAdmin(b));
}

function whatItIs(rdns: string): TextKey {
  if (rdns === practiceAdminRdns) return 'walletMenu.practiceAdmin';
  return rdns.startsWith(practiceChainRdns) ? 'walletMenu.practiceChainKey' : 'walletMenu.practiceKey';
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
          {/* The heading names the wallet visually; a screen reader may read the row alone. */}
          <VisuallyHidden> {option.name}</VisuallyHidden>
        </PanelRow>
      ))}
    </div>
  );
}
