import { useId } from 'react';
import { ODDS_FORMATS, type OddsFormat } from './format/odds.ts';
import { chooseOddsFormat, useOddsFormat } from './format/odds-format.ts';
import { t } from './texts/t.ts';

const NAMES = {
  decimal: 'odds.decimal',
  american: 'odds.american',
  fractional: 'odds.fractional',
  percent: 'odds.percent',
} as const satisfies Record<OddsFormat, string>;

/** Chooses how odds are shown everywhere on the page. What is signed and paid stays decimal. */
export function OddsFormatChoice() {
  const format = useOddsFormat();
  const id = useId();
  return (
    <span className="frame-choice">
      <label htmlFor={id}>{t('odds.label')}</label>
      <select
        id={id}
        value={format}
        // The value of one of the options.
        onChange={(event) => chooseOddsFormat(event.currentTarget.value as OddsFormat)}
      >
        {ODDS_FORMATS.map((each) => (
          <option key={each} value={each}>
            {t(NAMES[each])}
          </option>
        ))}
      </select>
    </span>
  );
}
