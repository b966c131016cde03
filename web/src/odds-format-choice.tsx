import { ODDS_FORMATS, type OddsFormat } from './format/odds.ts';
import { chooseOddsFormat, useOddsFormat } from './format/odds-format.ts';
import { t } from './texts/t.ts';
import { Select } from './ui/select.tsx';

const NAMES = {
  decimal: 'odds.decimal',
  american: 'odds.american',
  fractional: 'odds.fractional',
  percent: 'odds.percent',
} as const satisfies Record<OddsFormat, string>;

/** Chooses how odds are shown everywhere on the page. What is signed and paid stays decimal. */
export function OddsFormatChoice() {
  const format = useOddsFormat();
  return (
    <Select<OddsFormat>
      aria-label={t('odds.format')}
      value={format}
      options={ODDS_FORMATS.map((value) => ({ value, label: t(NAMES[value]) }))}
      onValueChange={chooseOddsFormat}
    />
  );
}
