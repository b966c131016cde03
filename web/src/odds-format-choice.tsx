import { useId } from 'react';
import { ODDS_FORMATS, type OddsFormat } from './format/odds.ts';
import { chooseOddsFormat, useOddsFormat } from './format/odds-format.ts';
import { t } from './texts/t.ts';

/** Chooses the odds format for the whole page. Signed and paid odds stay decimal. */
export function OddsFormatChoice() {
  const format = useOddsFormat();
  const id = useId();
  return (
    <span className="frame-choice">
      <label htmlFor={id}>{t('odds.label')}</label>
      <select
        id={id}
        value={format}
        // Always the value of an option.
        onChange={(event) => chooseOddsFormat(event.currentTarget.value as OddsFormat)}
      >
        {ODDS_FORMATS.map((each) => (
          <option key={each} value={each}>
            {t(`odds.${each}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
