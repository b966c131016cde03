import { shortenAddress } from '@tallystone/core/identity/short-address';
import { Moment } from '../format/moment.tsx';
import { formatOdds } from '../format/odds.ts';
import { useOddsFormat } from '../format/odds-format.ts';
import { t } from '../texts/t-bet.ts';
import { TextWith } from '../texts/text-with.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

export interface SigningPreviewProps {
  /** The exact text; null while no stake is typed. */
  message: string | null;
  /** The odds in it, if any. */
  odds?: number | null;
  /** The second signature of a live bet; null or absent for anything else. */
  stake?: StakePreview | null;
}

/** The transfer that the second signature authorises. */
interface StakePreview {
  /** USDC as it is signed, with two decimals; null while no amount is typed. */
  amount: string | null;
  /** The contract. */
  escrow: string;
  /** ISO time; null while there is no quote. */
  until: string | null;
}

/** Shows word for word what the wallet will be asked to sign. */
export function SigningPreview({ message, odds = null, stake = null }: SigningPreviewProps) {
  const format = useOddsFormat();
  const { publicKey, chain } = useWallet();
  return (
    <div>
      <p className="text-secondary font-semibold">{t('bet.willSign')}</p>
      {stake && <p className="mt-1.5 text-meta font-semibold">{t('live.firstOfTwo')}</p>}
      <p className="mt-1.5 min-h-15 rounded-control border border-line-strong bg-sunk px-3 py-2 font-mono text-meta">
        {message ?? <span className="text-muted">{t('bet.textAppears')}</span>}
      </p>
      {odds !== null && format !== 'decimal' && (
        <p className="mt-1.5 text-meta">
          {t('odds.signedAsDecimal', {
            shown: formatOdds(odds, format),
            decimal: formatOdds(odds, 'decimal'),
          })}
        </p>
      )}
      {stake && <StakePart {...stake} />}
      <p className="mt-1.5 text-meta text-muted">
        {publicKey !== null && chain !== null ? (
          <TextWith
            text={t(stake ? 'live.signedBy' : 'bet.signedBy', { chain })}
            parts={{ address: () => <span className="font-mono">{shortenAddress(publicKey)}</span> }}
          />
        ) : (
          t(stake ? 'live.signedByYours' : 'bet.signedByYours')
        )}
      </p>
    </div>
  );
}

function StakePart({ amount, escrow, until }: StakePreview) {
  return (
    <>
      <p className="mt-3 text-meta font-semibold">
        {amount === null ? t('live.secondAppears') : t('live.secondOfTwo', { amount })}
      </p>
      <p className="mt-1.5 rounded-control border border-line-strong bg-sunk px-3 py-2 text-meta">
        {until === null ? (
          t('live.secondWhatYet')
        ) : (
          <TextWith
            text={t('live.secondWhat')}
            parts={{
              escrow: () => (
                <span className="font-mono" title={escrow}>
                  {shortenAddress(escrow)}
                </span>
              ),
              until: () => <Moment iso={until} />,
            }}
          />
        )}
      </p>
    </>
  );
}
