import type { ChainName } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { t } from '../texts/t.ts';
import { TextWith } from '../texts/text-with.tsx';

export interface SigningPreviewProps {
  /** The exact text; null while no stake is typed. */
  message: string | null;
  wallet: { publicKey: string; chain: ChainName } | null;
}

/** What the wallet will be asked to sign, word for word, before the wallet shows it. */
export function SigningPreview({ message, wallet }: SigningPreviewProps) {
  return (
    <div>
      <p className="text-secondary font-semibold">{t('bet.willSign')}</p>
      <p className="mt-1.5 min-h-15 rounded-control border border-line-strong bg-sunk px-3 py-2 font-mono text-meta break-words">
        {message ?? <span className="text-muted">{t('bet.textAppears')}</span>}
      </p>
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
