import type { WireEscrowFigures } from '@tallystone/core/http-api/solvency';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { wholeAddress } from '../format/whole-address.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-transparency.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Card } from '../ui/card.tsx';
import { Titled } from '../ui/titled.tsx';
import { useLiveTerms } from '../wallet/live-chain.ts';
import { Sum } from './sum.tsx';
import { Verdict } from './verdict.tsx';

/** The escrow contract's USDC on the chain, compared with the books. Null if the chain can't be read now. */
export function ChainFigures({ figures }: { figures: WireEscrowFigures | null }) {
  return (
    <Titled title={t('transparency.onChain')}>
      {figures === null ? (
        <p className="card mt-5 px-5 py-8 text-muted">{t('transparency.chainSilent')}</p>
      ) : (
        <Figures figures={figures} />
      )}
    </Titled>
  );
}

function Figures({ figures }: { figures: WireEscrowFigures }) {
  const { balance, reserved, setAside, free, booksSay, agrees, block, at } = figures;
  return (
    <>
      <Verdict good={agrees} title={t(agrees ? 'transparency.chainAgrees' : 'transparency.chainDiffers')}>
        {!agrees &&
          `${t('transparency.differBy', { amount: exactDollars(Math.abs(addUsdc([balance, -booksSay]))) })} `}
        <TextWith
          text={t('transparency.ofBlock')}
          parts={{
            block: () => <span className="font-semibold">{wholeNumber(block)}</span>,
            at: () => <Moment iso={at} />,
          }}
        />
      </Verdict>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6">
          <h3 className="text-title">{t('transparency.contractHolds')}</h3>
          <dl className="mt-4">
            <Sum
              label={t('transparency.reserved')}
              note={t('transparency.forOpenBetsNote')}
              amount={reserved}
            />
            <Sum
              label={t('transparency.setAsideForOwners')}
              note={t('transparency.setAsideNote')}
              amount={setAside}
            />
            <Sum label={t('transparency.free')} note={t('transparency.freeNote')} amount={free} />
            <Sum label={t('transparency.usdcBalance')} strong amount={balance} />
          </dl>
        </Card>
        <Card className="p-5 sm:p-6">
          <h3 className="text-title">{t('transparency.whereToLook')}</h3>
          <dl className="mt-4">
            <Sum label={t('transparency.booksSay')} note={t('transparency.booksSayNote')} amount={booksSay} />
          </dl>
          <Contract label={t('transparency.contract')} address={wholeAddress(figures.escrow)} />
          <Contract label={t('transparency.token')} address={wholeAddress(figures.usdc)} />
          <p className="mt-4 text-meta text-muted">{t('transparency.askYourself')}</p>
        </Card>
      </div>
    </>
  );
}

function Contract({ label, address }: { label: string; address: string }) {
  const explorer = useLiveTerms()?.explorer ?? null;
  return (
    <div className="mt-4">
      <p className="text-meta text-muted">{label}</p>
      <p className="mt-0.5 font-mono text-small break-all">
        {explorer === null ? (
          address
        ) : (
          <a
            className="text-link"
            href={`${explorer}/address/${encodeURIComponent(address)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {address}
          </a>
        )}
      </p>
    </div>
  );
}
