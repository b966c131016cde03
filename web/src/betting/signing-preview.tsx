import type { ChainName } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';

export interface SigningPreviewProps {
  /** The exact text; null while no stake is typed. */
  message: string | null;
  wallet: { publicKey: string; chain: ChainName } | null;
}

/** What the wallet will be asked to sign, word for word, before the wallet shows it. */
export function SigningPreview({ message, wallet }: SigningPreviewProps) {
  return (
    <div>
      <p className="text-secondary font-semibold">You will sign</p>
      <p className="mt-1.5 min-h-15 rounded-control border border-line-strong bg-sunk px-3 py-2 font-mono text-meta break-words">
        {message ?? <span className="text-muted">The text appears with your amount.</span>}
      </p>
      <p className="mt-1.5 text-meta text-muted">
        {wallet ? (
          <>
            Signed by <span className="font-mono">{shortenAddress(wallet.publicKey)}</span> on {wallet.chain}.
            A signature, not a transfer.
          </>
        ) : (
          'Signed by your wallet. A signature, not a transfer.'
        )}
      </p>
    </div>
  );
}
