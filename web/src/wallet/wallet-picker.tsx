import type { ChainName } from '@tallystone/core/http-api/identity';
import { ArrowLeft, CircleHelp, FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type TextKey, t } from '../texts/t-wallet.ts';
import { demoOption } from './demo-option.ts';
import { evmChainNames } from './evm-chains.ts';
import { InstallGuide } from './install-guide.tsx';
import { optionOrder } from './list-wallet-options.ts';
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

/** Lets the person choose a chain first, then a wallet if several support it. */
export function WalletPicker() {
  const { options, menuStart, notice, connect, practiceOffered } = useWallet();
  const [page, setPage] = useState<Page>({ kind: menuStart });
  const body = useFocusOnNewPage(page.kind);
  const real = options.filter((option) => !option.isPractice);
  const demo = demoOption(options);

  const choose = (option: WalletOption) => {
    if (option.status === 'install') setPage({ kind: 'install', option });
    // `connect` shows the failure as the notice and logs it.
    connect(option).catch(() => {});
  };

  return (
    <div ref={body}>
      {notice && <PanelNotice>{notice}</PanelNotice>}
      {page.kind !== 'wallets' && (
        <PanelRow
          icon={<ArrowLeft aria-hidden="true" className="size-5 text-muted" />}
          onClick={() => setPage({ kind: 'wallets' })}
        >
          {t('walletMenu.back')}
        </PanelRow>
      )}
      {page.kind === 'wallets' && (
        <>
          <PanelHeading>{t('walletMenu.connectOne')}</PanelHeading>
          {chainRows(real).map(
            ({ chain, label, choices: [best, ...others] }) =>
              best && (
                <OptionRow
                  key={label}
                  option={best}
                  label={label}
                  onChoose={(option) =>
                    others.length > 0 ? setPage({ kind: 'choose', chain }) : choose(option)
                  }
                />
              ),
          )}
          <hr className="menu-separator" />
          {practiceOffered && (
            <PanelRow
              icon={<FlaskConical aria-hidden="true" className="size-5 text-warning" />}
              end={t('controls.practice')}
              onClick={() => (demo === null ? setPage({ kind: 'practice' }) : choose(demo))}
            >
              {t('landing.tryDemo')}
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
          <PanelHeading>{t('walletMenu.walletFor', { chain: page.chain })}</PanelHeading>
          {real
            .filter((option) => option.chain === page.chain)
            .map((option) => (
              <OptionRow key={option.id} option={option} label={option.name} onChoose={choose} />
            ))}
        </>
      )}

      {page.kind === 'practice' && (
        <PracticeChains options={options.filter((option) => option.isPractice)} onChoose={choose} />
      )}

      {page.kind === 'install' && <InstallGuide option={page.option} />}

      {page.kind === 'new' && (
        <div className="px-3 pb-3 text-meta">
          <PanelHeading style={{ paddingInline: 0 }}>{t('walletMenu.new')}</PanelHeading>
          <p>{t('walletMenu.whatItIs')}</p>
          <p className="mt-2">{t('walletMenu.whatYouSign')}</p>
          <p className="mt-2 text-muted">{t('walletMenu.whichOne')}</p>
        </div>
      )}
    </div>
  );
}

interface ChainChoice {
  chain: ChainName;
  label: string;
  /** The best one first. */
  choices: WalletOption[];
}

/** One row per EVM chain and one per Solana wallet, in the order of their best choices. */
function chainRows(options: readonly WalletOption[]): ChainChoice[] {
  const evm = evmChainNames.map((chain): ChainChoice => {
    const choices = options.filter((option) => option.chain === chain);
    const wallet = choices.length === 1 ? choices[0]?.name : 'MetaMask';
    return { chain, label: chain === 'Ethereum' ? `Ethereum (${wallet})` : chain, choices };
  });
  const solana = options
    .filter((option) => option.chain === 'Solana')
    .map((option): ChainChoice => ({ chain: 'Solana', label: `Solana (${option.name})`, choices: [option] }));
  const rank = ({ choices }: ChainChoice) => Math.min(...choices.map(({ status }) => optionOrder[status]));
  return [...evm, ...solana].toSorted((a, b) => rank(a) - rank(b));
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

/** Moves the focus into the new page, so that keyboard and screen reader don't fall back to the start. */
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
