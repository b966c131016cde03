import type { ChainName } from '@tallystone/core/http-api/identity';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useEffect, useState } from 'react';
import { t } from '../texts/t-wallet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { evmChainNames } from '../wallet/evm-chains.ts';
import type { AuthorisedWallet } from '../wallet/find-authorised-wallets.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { WalletIcon } from '../wallet/wallet-icon.tsx';
import type { WalletOption } from '../wallet/wallet-state.ts';
import { AdminIdentity } from './admin-identity.tsx';

const FIRST_CHAIN = 'Ethereum';

/** The sign-in card of /admin: every wallet on every chain, or the connected wallet. */
export function ConnectCard() {
  const { connected, connecting, step, signInMessage, notice, canCancel, cancelConnect, connect } =
    useWallet();
  const [kind, setKind] = useState<'evm' | 'solana'>('evm');
  // `connect` shows the failure as the notice and logs it.
  const choose = (option: WalletOption) => void connect(option).catch(() => {});

  return (
    <Card className="mx-auto w-full max-w-xl p-5 sm:p-6">
      {connected ? <AdminIdentity /> : <h2 className="text-h3">{t('walletMenu.connectOne')}</h2>}
      {(connecting || step !== null) && (
        <div role="status" className="mt-4 rounded-control bg-info-soft px-3 py-2 text-meta text-info">
          <p>{signInMessage === null ? t('wallet.check') : t('wallet.proveAddress')}</p>
          {canCancel && (
            <button type="button" className="text-link min-h-11" onClick={cancelConnect}>
              {t('controls.cancel')}
            </button>
          )}
        </div>
      )}
      {notice && (
        <p role="status" className="mt-4 rounded-control bg-warning-soft px-3 py-2 text-meta text-warning">
          {notice}
        </p>
      )}
      {!connected && (
        <>
          <AuthorisedWallets disabled={connecting} onChoose={choose} />
          <Tabs value={kind} onValueChange={setKind} className="mt-4">
            <TabsList aria-label={t('walletMenu.kindOfWallet')}>
              <TabsTrigger value="evm">{t('walletMenu.evmChains')}</TabsTrigger>
              <TabsTrigger value="solana">Solana</TabsTrigger>
            </TabsList>
            <TabsContent value="evm" className="pt-4">
              <EvmWallets disabled={connecting} onChoose={choose} />
            </TabsContent>
            <TabsContent value="solana" className="pt-4">
              <WalletList chain="Solana" disabled={connecting} onChoose={choose} />
            </TabsContent>
          </Tabs>
        </>
      )}
    </Card>
  );
}

interface Choosing {
  disabled: boolean;
  onChoose: (option: WalletOption) => void;
}

/** The wallets that already allow this site, found without opening any of them. */
function AuthorisedWallets({ disabled, onChoose }: Choosing) {
  const { options, findAuthorised } = useWallet();
  const [found, setFound] = useState<AuthorisedWallet[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options mean that new wallets were found
  useEffect(() => {
    let wanted = true;
    void findAuthorised().then((wallets) => wanted && setFound(wallets));
    return () => {
      wanted = false;
    };
  }, [findAuthorised, options]);

  if (found.length === 0) return null;
  return (
    <section aria-label={t('walletMenu.alreadyAllowed')} className="mt-4 flex flex-col gap-2">
      {found.map(({ option, address }) => (
        <div
          key={option.id}
          className="flex flex-wrap items-center gap-3 rounded-control bg-primary-soft p-3"
        >
          <WalletIcon icon={option.icon} name={option.name} />
          <p className="min-w-40 flex-1 text-meta">
            <TextWith
              text={t('walletMenu.allows', { chain: option.chain })}
              parts={{
                wallet: () => option.name,
                address: () => <span className="font-mono">{shortenAddress(address)}</span>,
              }}
            />
          </p>
          <Button size="small" disabled={disabled} onClick={() => onChoose(option)}>
            {t('walletMenu.continue')}
          </Button>
        </div>
      ))}
    </section>
  );
}

function EvmWallets(choosing: Choosing) {
  const [chain, setChain] = useState<ChainName>(FIRST_CHAIN);
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 text-meta text-muted">{t('walletMenu.chain')}</legend>
        {evmChainNames.map((name) => (
          <label
            key={name}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="evm-chain"
              className="accent-primary outline-none"
              // Uncontrolled, because with `checked` React reverts a click until it has rendered the new state.
              defaultChecked={name === FIRST_CHAIN}
              onChange={() => setChain(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="mt-4">
        <WalletList chain={chain} {...choosing} />
      </div>
    </>
  );
}

function WalletList({ chain, disabled, onChoose }: Choosing & { chain: ChainName }) {
  const { options } = useWallet();
  return (
    <ul className="flex flex-col gap-2">
      {options
        .filter((option) => option.chain === chain)
        .map((option) => (
          <li key={option.id}>
            <Button
              variant="secondary"
              className="w-full justify-start text-left"
              disabled={disabled}
              onClick={() => onChoose(option)}
            >
              <WalletIcon icon={option.icon} name={option.name} />
              <span className="flex-1">
                {t(option.status === 'install' ? 'walletMenu.installName' : 'walletMenu.connectName', {
                  name: option.name,
                })}
              </span>
              {option.isPractice && <Badge variant="practice">{t('controls.practice')}</Badge>}
            </Button>
          </li>
        ))}
    </ul>
  );
}
