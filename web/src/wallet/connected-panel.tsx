import type { ChainName } from '@tallystone/core/http-api/identity';
import { ArrowLeftRight, Check, Copy, ExternalLink, LogOut, PenLine } from 'lucide-react';
import { useState } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-wallet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Badge } from '../ui/badge.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { GuestOffer } from './guest-offer.tsx';
import { isLiveChain, useLiveTerms } from './live-chain.ts';
import { PanelLink, PanelNotice, PanelRow } from './panel-row.tsx';
import { useIsDemo } from './use-is-demo.ts';
import { useWalletUsdc } from './use-wallet-usdc.ts';
import { WalletBalance } from './wallet-balance.tsx';
import { useWallet } from './wallet-context.tsx';

const EXPLORERS: Record<ChainName, { name: string; url: string }> = {
  Ethereum: { name: 'Etherscan', url: 'https://etherscan.io' },
  BSC: { name: 'BscScan', url: 'https://bscscan.com' },
  Polygon: { name: 'PolygonScan', url: 'https://polygonscan.com' },
  Solana: { name: 'Solana Explorer', url: 'https://explorer.solana.com' },
};

/** The connected wallet and its actions. */
export function ConnectedPanel() {
  const wallet = useWallet();
  const { publicKey, chain, walletName, isPractice, solBalance, authToken, notice, signIn, setMenuOpen } =
    wallet;
  const isGuest = authToken !== null && wallet.user?.verified === false;
  const isDemo = useIsDemo();
  const live = useLiveTerms();
  const usdc = useWalletUsdc();
  if (publicKey === null || chain === null) return null;
  const leave = () => {
    setMenuOpen(false);
    wallet.disconnect();
  };
  const explorer = isPractice ? null : EXPLORERS[chain];
  // Only a Solana wallet has a SOL balance, and only a wallet on the EVM chain of live bets shows its USDC.
  const balance =
    chain === 'Solana'
      ? solBalance !== null && `${solBalance.toFixed(4)} SOL`
      : usdc !== null && usdc.balance !== null && `${exactDollars(usdc.balance).slice(1)} USDC`;

  return (
    <>
      {notice && <PanelNotice>{notice}</PanelNotice>}
      <div className="px-3 pt-2 pb-3">
        <div className="flex flex-wrap gap-2">
          <Badge>{chain}</Badge>
          {(isPractice || isDemo) && <Badge variant="practice">{t('controls.practice')}</Badge>}
          {authToken === null && <Badge variant="outline">{t('wallet.notSignedIn')}</Badge>}
          {isGuest && <Badge variant="outline">{t('wallet.guest')}</Badge>}
        </div>
        <p className="mt-2 font-mono text-meta break-all">{publicKey}</p>
        {walletName && <p className="mt-1 text-meta text-muted">{walletName}</p>}
        <WalletBalance className="mt-2 text-meta" />
        {balance && (
          <p className="mt-2 text-meta">
            <TextWith
              text={t('walletMenu.balance')}
              parts={{ amount: () => <span className="font-medium">{balance}</span> }}
            />
          </p>
        )}
        {live !== null && !isLiveChain(live, chain) && (
          <p className="mt-2 text-meta">{t('walletMenu.liveOn', { chain: live.chainName })}</p>
        )}
      </div>
      <hr className="menu-separator" />
      <GuestOffer className="px-3 pt-2 pb-3" />
      {(authToken === null || isGuest) && (
        <PanelRow
          icon={<PenLine aria-hidden="true" className="size-5 text-primary" />}
          onClick={() => void signIn()}
        >
          {isGuest ? t('identity.signWithWallet') : t('wallet.signInAgain')}
        </PanelRow>
      )}
      <CopyRow address={publicKey} />
      {explorer && (
        <PanelLink
          icon={<ExternalLink aria-hidden="true" className="size-5 text-muted" />}
          href={`${explorer.url}/address/${encodeURIComponent(publicKey)}`}
          target="_blank"
        >
          {t('walletMenu.viewOn', { explorer: explorer.name })}
        </PanelLink>
      )}
      {isPractice && live === null && <ChangeChain />}
      {isPractice && <LeavePractice onLeave={leave} />}
      {/* From xl on, Disconnect is beside the control itself. */}
      <div className="xl:hidden">
        <PanelRow icon={<LogOut aria-hidden="true" className="size-5 text-muted" />} onClick={leave}>
          {t('wallet.disconnect')}
        </PanelRow>
      </div>
    </>
  );
}

function CopyRow({ address }: { address: string }) {
  // If copying fails, the person can still select the address above.
  const { answer, copy } = useCopy(address);
  const copied = answer === 'copied';
  const Icon = copied ? Check : Copy;
  return (
    <>
      <PanelRow
        icon={<Icon aria-hidden="true" className="size-5 text-muted" />}
        end={copied && <span aria-hidden="true">{t('walletMenu.copied')}</span>}
        onClick={() => void copy()}
      >
        {t('walletMenu.copyAddress')}
      </PanelRow>
      {/* Outside the row, because screen readers announce nothing that changes inside a button. */}
      <span role="status" className="sr-only">
        {copied && t('walletMenu.copied')}
      </span>
    </>
  );
}

/** The other chains of a practice wallet, on request. */
function ChangeChain() {
  const { chain, walletName, options, moveToChain } = useWallet();
  const [open, setOpen] = useState(false);
  const own = options.filter(({ isPractice, name }) => isPractice && name === walletName);
  if (own.length < 2) return null;
  return (
    <>
      <PanelRow
        icon={<ArrowLeftRight aria-hidden="true" className="size-5 text-muted" />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('walletMenu.changeChain')}
      </PanelRow>
      {open &&
        own.map((option) => (
          <PanelRow
            key={option.id}
            icon={
              option.chain === chain ? (
                <Check aria-hidden="true" className="size-5" />
              ) : (
                <span className="size-5" />
              )
            }
            aria-current={option.chain === chain}
            disabled={option.chain === chain}
            onClick={() => void moveToChain(option.chain)}
          >
            {option.chain}
          </PanelRow>
        ))}
    </>
  );
}

function LeavePractice({ onLeave }: { onLeave: () => void }) {
  const [confirming, setConfirming] = useState(false);
  if (!confirming)
    return <PanelRow onClick={() => setConfirming(true)}>{t('walletMenu.toRealWallet')}</PanelRow>;
  return (
    <div className="mx-1.5 my-1.5 rounded-control bg-warning-soft px-3 py-2 text-meta text-warning">
      <p>{t('walletMenu.practiceStays')}</p>
      <button type="button" className="text-link mt-1 min-h-11" onClick={onLeave}>
        {t('walletMenu.leavePractice')}
      </button>
    </div>
  );
}
