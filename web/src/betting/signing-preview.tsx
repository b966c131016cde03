import type { ChainName } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { formatOdds } from '../format/odds.ts';
import { useOddsFormat } from '../format/odds-format.ts';
import { t } from '../texts/t-bet.ts';
import { TextWith } from '../texts/text-with.tsx';

export interface SigningPreviewProps {
  /** The exact text; null while no stake is typed. */
  message: string | null;
  /** The odds in it, if there are any. */
  odds?: number;
  wallet: { publicKey: string; chain: ChainName } | null;
}

/** What the wallet will be asked to sign, word for word, before the wallet shows it. */
export function SigningPreview({ message, odds, wallet }: SigningPreviewProps) {
  const format = useOddsFormat();
  return (
    <div>
      <p className="text-secondary font-semibold">{t('bet.willSign')}</p>
      <p className="mt-1.5 min-h-15 rounded-control border border-line-strong bg-sunk px-3 py-2 font-mono text-meta break-words">
        {message ?? <span className="text-muted">{t('bet.textAppears')}</span>}
      </p>
      {odds !== undefined && format !== 'decimal' && (
        <p className="mt-1.5 text-meta">
          {t('odds.signedAsDecimal', {
            shown: formatOdds(odds, format),
            decimal: formatOdds(odds, 'decimal'),
          })}
        </p>
      )}
      <p className="mt-1.5 text-meta text-muted">
        {wallet ? (
          <TextWith
            text={t('bet.signedBy', { chain: wallet.chain })}
            parts={{ address: () => <span className="font-mono">{shortenAddress(wallet.publicKey)}</span> }}
          />
        ) : (
          t('bet.signedByYours')
        )}
      </p>
    </div>
  );
}
