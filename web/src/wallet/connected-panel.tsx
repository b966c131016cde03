import { Check, Copy, ExternalLink, LogOut, PenLine } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { explorerLink } from './explorer-link.ts';
import { PanelLink, PanelNotice, PanelRow } from './panel-row.tsx';
import { useWallet } from './wallet-context.tsx';

/** The connected wallet and what can be done with it. */
export function ConnectedPanel() {
  const wallet = useWallet();
  const { publicKey, chain, walletName, isPractice, solBalance, authToken, notice, signIn, setMenuOpen } =
    wallet;
  if (publicKey === null || chain === null) return null;
  const leave = () => {
    setMenuOpen(false);
    wallet.disconnect();
  };
  const explorer = isPractice ? null : explorerLink({ address: publicKey, chain });

  return (
    <>
      {notice && <PanelNotice>{notice}</PanelNotice>}
      <div className="px-3 pt-2 pb-3">
        <div className="flex flex-wrap gap-2">
          <Badge>{chain}</Badge>
          {isPractice && <Badge variant="practice">Practice</Badge>}
          {authToken === null && <Badge variant="outline">Not signed in</Badge>}
        </div>
        <p className="mt-2 font-mono text-meta break-all">{publicKey}</p>
        {walletName && <p className="mt-1 text-meta text-muted">{walletName}</p>}
        {chain === 'Solana' && solBalance !== null && (
          <p className="mt-2 text-meta">
            Balance <span className="font-medium">{solBalance.toFixed(4)} SOL</span>
          </p>
        )}
      </div>
      <hr className="menu-separator" />
      {authToken === null && (
        <PanelRow
          icon={<PenLine aria-hidden="true" className="size-5 text-primary" />}
          onClick={() => void signIn()}
        >
          Sign in again
        </PanelRow>
      )}
      <CopyRow address={publicKey} />
      {explorer && (
        <PanelLink
          icon={<ExternalLink aria-hidden="true" className="size-5 text-muted" />}
          href={explorer.href}
          target="_blank"
        >
          View on {explorer.name}
        </PanelLink>
      )}
      {isPractice ? <LeavePractice onLeave={leave} /> : null}
      {/* From lg on, Disconnect stands beside the control itself. */}
      <div className="lg:hidden">
        <PanelRow icon={<LogOut aria-hidden="true" className="size-5 text-muted" />} onClick={leave}>
          Disconnect
        </PanelRow>
      </div>
    </>
  );
}

function CopyRow({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch (error) {
      // Without permission the address can still be selected above.
      console.warn('The address could not be copied', error);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <PanelRow
      icon={<Icon aria-hidden="true" className="size-5 text-muted" />}
      end={<span role="status">{copied ? 'Copied' : ''}</span>}
      onClick={() => void copy()}
    >
      Copy address
    </PanelRow>
  );
}

function LeavePractice({ onLeave }: { onLeave: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) return <PanelRow onClick={() => setAsked(true)}>Switch to a real wallet</PanelRow>;
  return (
    <div className="mx-1.5 my-1.5 rounded-control bg-warning-soft px-3 py-2 text-meta text-warning">
      <p>
        Practice USDC, practice bets and their history stay with the practice wallet. Nothing of them is
        carried over to a real one.
      </p>
      <button type="button" className="text-link mt-1 min-h-11" onClick={onLeave}>
        Leave the practice wallet
      </button>
    </div>
  );
}
