import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { counted } from '../format/whole-number.ts';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t-transparency.ts';
import { Card } from '../ui/card.tsx';
import { Titled } from '../ui/titled.tsx';
import { Sum } from './sum.tsx';
import { Verdict } from './verdict.tsx';

/** As from a server of 0.1.0. */
const NO_COMBOS = { held: 0, worstCase: 0, open: 0 };

/** The house's money, the most it could owe, and whether the money covers that. */
export function HouseCover({ books }: { books: WireSolvency }) {
  const { escrow, pool, worstCase, userFunds, combos = NO_COMBOS } = books;
  const isShort = [books, ...books.markets].some((each) => each.escrow < each.worstCase);
  const areCombosShort = combos.held < combos.worstCase;
  const verdict = isShort
    ? 'transparency.notCovered'
    : areCombosShort
      ? 'transparency.combosShort'
      : 'transparency.covered';
  const kept = addUsdc([escrow, combos.held]);
  const owed = addUsdc([worstCase, combos.worstCase]);
  const hasCombos = combos.open > 0 || combos.held !== 0;
  return (
    <Titled title={t('transparency.coverHeading')}>
      <Verdict good={!isShort && !areCombosShort} title={t(verdict)}>
        {owed > 0
          ? t('transparency.setAside', { percent: ratioText(kept / owed) })
          : t('transparency.nothingOwed')}
      </Verdict>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6">
          <h3 className="text-title">{t('transparency.houseHolds')}</h3>
          <dl className="mt-4">
            <Sum label={t('transparency.inEscrows')} note={t('transparency.inEscrowsNote')} amount={escrow} />
            {hasCombos && (
              <Sum
                label={t('transparency.inCombos')}
                note={t('transparency.inCombosNote')}
                amount={combos.held}
              />
            )}
            <Sum label={t('transparency.inPool')} note={t('transparency.inPoolNote')} amount={pool} />
            <Sum label={t('transparency.together')} strong amount={addUsdc([kept, pool])} />
          </dl>
        </Card>
        <Card className="p-5 sm:p-6">
          <h3 className="text-title">{t('transparency.wouldOwe')}</h3>
          <dl className="mt-4">
            <Sum
              label={t('transparency.forOpenBets')}
              note={t('transparency.forOpenBetsNote')}
              amount={worstCase}
            />
            {hasCombos && (
              <Sum
                label={t('transparency.forCombos', counted(combos.open))}
                note={t('transparency.forCombosNote')}
                amount={combos.worstCase}
              />
            )}
            <Sum label={t('transparency.leftThen')} strong amount={addUsdc([kept, -owed])} />
          </dl>
          <p className="mt-4 border-t border-line pt-4 text-secondary text-muted">
            {t('transparency.userFunds', { amount: exactDollars(userFunds) })}
          </p>
        </Card>
      </div>
    </Titled>
  );
}

/** Above this ratio a percentage isn't meaningful. */
const LARGEST_RATIO = 100;

/** For example `104.2%`. Rounded down, so that it never claims more cover than there is. */
export function ratioText(ratio: number): string {
  if (ratio > LARGEST_RATIO) return t('transparency.manyTimes');
  // Adding 1e-6 only corrects floating-point error.
  const tenths = Math.floor(ratio * 1000 + 1e-6);
  return `${(tenths / 10).toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;
}
