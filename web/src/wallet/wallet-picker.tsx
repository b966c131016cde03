import type { ChainName } from '@tallystone/core/http-api/identity';
import { ArrowLeft, CircleHelp, FlaskConical } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type TextKey, t } from '../texts/t-wallet.ts';
import { InstallGuide } from './install-guide.tsx';
import { PanelHeading, PanelLink, PanelNotice, PanelRow } from './panel-row.tsx';
import { PracticeChains } from './practice-chains.tsx';
import { useWallet } from './wallet-context.tsx';
import { WalletIcon } from './wallet-icon.tsx';
import type { WalletOption } from './wallet-state.ts';

type Page =
  | { kind: 'wallets' }
  | { kind: 'choose'; chain: ChainName }
  | { kind: 'install'; option: WalletOption }
  | { kind: 'practice' }
  | { kind: 'new' };

const statusWords: Record<WalletOption['status'], TextKey> = {
  recent: 'walletMenu.recent',
  installed: 'walletMenu.installed',
  install: 'walletMenu.install',
  'open-in-app': 'walletMenu.openInApp',
};

/** Choosing a wallet: chains first, then the wallet where several would do. */
export function WalletPicker() {
  const { options, menuStart, notice, connect, practiceOffered } = useWallet();
  const [page, setPage] = useState<Page>({ kind: menuStart });
  const body = useFocusOnNewPage(page.kind);
  const real = options.filter((option) => !option.isPractice);

  const choose = (option: WalletOption) => {
    if (option.status === 'install') setPage({ kind: 'install', option });
    // The failure is shown as the notice and logged already.
    connect(option).catch(() => {});
  };
  const back = <BackRow onClick={() => setPage({ kind: 'wallets' })} />;

  return (
    <div ref={body}>
      {notice && <PanelNotice>{notice}</PanelNotice>}
      {page.kind === 'wallets' && (
        <>
          <PanelHeading>{t('walletMenu.connectOne')}</PanelHeading>
          {chainRows(real).map(({ chain, label, choices }) => (
            <ChainRow
              key={label}
              label={label}
              choices={choices}
              onChoose={(option) =>
                choices.length > 1 ? setPage({ kind: 'choose', chain }) : choose(option)
              }
            />
          ))}
          <hr className="menu-separator" />
          {practiceOffered && (
            <PanelRow
              icon={<FlaskConical aria-hidden="true" className="size-5 text-warning" />}
              end={t('controls.practice')}
              onClick={() => setPage({ kind: 'practice' })}
            >
              {t('walletMenu.tryDemo')}
            </PanelRow>
          )}
          <PanelRow
            icon={<CircleHelp aria-hidden="true" className="size-5 text-muted" />}
            onClick={() => setPage({ kind: 'new' })}
          >
            {t('walletMenu.new')}
          </PanelRow>
        </>
      )}

      {page.kind === 'choose' && (
        <>
          {back}
          <PanelHeading>{t('walletMenu.walletFor', { chain: page.chain })}</PanelHeading>
          {real
            .filter((option) => option.chain === page.chain)
            .map((option) => (
              <OptionRow key={option.id} option={option} label={option.name} onChoose={choose} />
            ))}
        </>
      )}

      {page.kind === 'practice' && (
        <>
          {back}
          <PracticeChains options={options.filter((option) => option.isPractice)} onChoose={choose} />
        </>
      )}

      {page.kind === 'install' && (
        <>
          {back}
          <InstallGuide option={page.option} />
        </>
      )}

      {page.kind === 'new' && (
        <>
          {back}
          <NewToWallets />
        </>
      )}
    </div>
  );
}

interface ChainChoice {
  chain: ChainName;
  label: string;
  choices: WalletOption[];
}

/** One row per EVM chain and one per Solana wallet, the best of their choices deciding the order. */
function chainRows(options: readonly WalletOption[]): ChainChoice[] {
  const evm = (['Ethereum', 'BSC', 'Polygon'] as const).map((chain): ChainChoice => {
    const choices = options.filter((option) => option.chain === chain);
    const wallet = choices.length === 1 ? choices[0]?.name : 'MetaMask';
    return { chain, label: chain === 'Ethereum' ? `Ethereum (${wallet})` : chain, choices };
  });
  const solana = options
    .filter((option) => option.chain === 'Solana')
    .map((option): ChainChoice => ({ chain: 'Solana', label: `Solana (${option.name})`, choices: [option] }));
  const order = { recent: 0, installed: 1, 'open-in-app': 2, install: 2 };
  const rank = ({ choices }: ChainChoice) => Math.min(...choices.map(({ status }) => order[status]));
  return [...evm, ...solana].toSorted((a, b) => rank(a) - rank(b));
}

function ChainRow({
  label,
  choices,
  onChoose,
}: {
  label: string;
  choices: WalletOption[];
  onChoose: (option: WalletOption) => void;
}) {
  const [first] = choices; // sorted: the best one
  return first ? <OptionRow option={first} label={label} onChoose={onChoose} /> : null;
}

function OptionRow({
  option,
  label,
  onChoose,
}: {
  option: WalletOption;
  label: string;
  onChoose: (option: WalletOption) => void;
}) {
  const look = {
    icon: <WalletIcon icon={option.icon} name={option.name} />,
    end: t(statusWords[option.status]),
  };
  if (option.status === 'open-in-app' && option.href) {
    return (
      <PanelLink {...look} href={option.href}>
        {label}
      </PanelLink>
    );
  }
  return (
    <PanelRow {...look} onClick={() => onChoose(option)}>
      {label}
    </PanelRow>
  );
}

function BackRow({ onClick }: { onClick: () => void }) {
  return (
    <PanelRow icon={<ArrowLeft aria-hidden="true" className="size-5 text-muted" />} onClick={onClick}>
      {t('walletMenu.back')}
    </PanelRow>
  );
}

function NewToWallets(): ReactNode {
  return (
    <div className="px-3 pb-3 text-meta">
      <PanelHeading style={{ paddingInline: 0 }}>{t('walletMenu.new')}</PanelHeading>
      <p>{t('walletMenu.whatItIs')}</p>
      <p className="mt-2">{t('walletMenu.whatYouSign')}</p>
      <p className="mt-2 text-muted">{t('walletMenu.whichOne')}</p>
    </div>
  );
}

/** Keyboard and screen reader follow to the new page instead of falling back to the start. */
function useFocusOnNewPage(kind: Page['kind']) {
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(kind);
  useEffect(() => {
    if (shown.current === kind) return;
    shown.current = kind;
    body.current?.querySelector<HTMLElement>('button, a[href]')?.focus();
  }, [kind]);
  return body;
}
