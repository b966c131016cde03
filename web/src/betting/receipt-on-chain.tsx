import type { ChainDifference, ChainVerdict } from '@tallystone/core/escrow/check-chain-log';
import { checkReceiptOnChain } from '@tallystone/core/escrow/check-receipt-on-chain';
import type { WireReceipt, WireReceiptChain } from '@tallystone/core/http-api/receipts';
import { useQuery } from '@tanstack/react-query';
import { wholeAddress } from '../format/whole-address.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { type TextKey, t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { Fact } from '../ui/fact.tsx';
import type { AskNode } from '../wallet/chain-node.ts';
import { CHAIN_KEY, useLiveNode } from '../wallet/live-chain.ts';
import { sameAddress } from '../wallet/same-address.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { ChainLink } from './chain-link.tsx';
import { CheckState } from './check-state.tsx';

/** Compares a live bet's transactions with the chain, read from a node that isn't ours. */
export function ReceiptOnChain({ receipt, chain }: { receipt: WireReceipt; chain: WireReceiptChain }) {
  const ask = useLiveNode();
  const { publicKey } = useWallet();
  const { placed, ended } = chain;
  const query = useQuery({
    queryKey: [...CHAIN_KEY, 'receipt', receipt.bet.id, placed.txHash, ended?.txHash ?? null],
    queryFn: () => {
      if (ask === null) throw new Error('There is no node to ask');
      return askAboutReceipt({ bet: receipt.bet, chain }, ask, publicKey);
    },
    enabled: ask !== null,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-body font-bold">{t('receipt.onChain')}</h3>
      <Verdict
        verdict={query.data ?? null}
        failed={query.isError}
        busy={query.isFetching}
        onAskAgain={() => void query.refetch()}
      />
      <dl className="grid gap-2 text-meta">
        <Transaction label={t('receipt.stakedIn')} at={placed} />
        {ended && (
          <Transaction
            label={t(ended.kind === 'paid' ? 'receipt.paidIn' : 'receipt.setAsideIn')}
            at={ended}
          />
        )}
        <Fact name={t('receipt.contract')} className="font-mono text-small break-all">
          {wholeAddress(chain.escrow)}
        </Fact>
      </dl>
    </section>
  );
}

/**
 * Asks a node for the transactions that a receipt names and compares them with the receipt.
 *
 * @param bettor the wallet that is signed in; a receipt for another wallet's bet proves nothing about its own bets
 * @throws when no node answers
 */
async function askAboutReceipt(
  receipt: Pick<WireReceipt, 'bet'> & { chain: WireReceiptChain },
  ask: AskNode,
  bettor: string | null,
): Promise<ChainVerdict> {
  const { placed, ended } = receipt.chain;
  const transaction = (hash: string) => ask({ method: 'eth_getTransactionReceipt', params: [hash] });
  const [chainId, placedIn, endedIn] = await Promise.all([
    ask({ method: 'eth_chainId', params: [] }),
    transaction(placed.txHash),
    ended && transaction(ended.txHash),
  ]);
  if (bettor !== null && !sameAddress(bettor, receipt.chain.bettor))
    return { kind: 'differs', what: 'bettor' };
  return checkReceiptOnChain(receipt, {
    chainId,
    placed: placedIn,
    ...(ended && { ended: endedIn }),
  });
}

function Verdict({
  verdict,
  failed,
  busy,
  onAskAgain,
}: {
  verdict: ChainVerdict | null;
  failed: boolean;
  busy: boolean;
  onAskAgain: () => void;
}) {
  const again = (
    <Button size="small" variant="secondary" className="mt-2" disabled={busy} onClick={onAskAgain}>
      {t('bet.checkAgain')}
    </Button>
  );
  if (verdict?.kind === 'matches') {
    return (
      <CheckState result="good" title={t('receipt.chainSame')}>
        <p>{t('receipt.chainSameWhat')}</p>
      </CheckState>
    );
  }
  if (verdict?.kind === 'differs') {
    return (
      <CheckState result="bad" title={t('receipt.chainDiffers')}>
        <p>{t('receipt.chainDiffersIn', { what: t(DIFFERENCES[verdict.what]) })}</p>
        {again}
      </CheckState>
    );
  }
  if (verdict === null && !failed) return <CheckState result="open" title={t('receipt.asking')} />;
  const [title, what]: [TextKey, TextKey] =
    verdict === null
      ? ['receipt.noNode', 'receipt.noNodeWhat']
      : ['receipt.chainUnknown', 'receipt.chainUnknownWhat'];
  return (
    <CheckState result="open" title={t(title)}>
      <p>{t(what)}</p>
      {again}
    </CheckState>
  );
}

const DIFFERENCES = {
  answer: 'receipt.inAnswer',
  chain: 'receipt.inChain',
  transaction: 'receipt.inTransaction',
  status: 'receipt.inStatus',
  block: 'receipt.inBlock',
  log: 'receipt.inLog',
  contract: 'receipt.inContract',
  event: 'receipt.inEvent',
  bet: 'receipt.inBet',
  market: 'receipt.inMarket',
  bettor: 'receipt.inBettor',
  outcome: 'receipt.inOutcome',
  stake: 'receipt.inStake',
  payout: 'receipt.inPayout',
  amount: 'receipt.inAmount',
} as const satisfies Record<ChainDifference, TextKey>;

function Transaction({ label, at }: { label: string; at: WireReceiptChain['placed'] }) {
  return (
    <Fact name={label}>
      <span className="block font-mono text-small break-all">{at.txHash}</span>
      <span className="flex flex-wrap gap-x-3">
        <span>{t('receipt.blockAndLog', { block: wholeNumber(at.block), log: at.logIndex })}</span>
        <ChainLink hash={at.txHash} />
      </span>
    </Fact>
  );
}
