import { useId, useState } from 'react';
import { useOddsInFull } from '../format/odds-format.ts';
import { t } from '../texts/t-bet.ts';
import { Select } from '../ui/select.tsx';
import { INITIAL_PERCENT, type PriceProtection, parsePercent } from './price-protection.ts';

export interface ProtectionChoiceProps {
  protection: PriceProtection;
  onChoose: (protection: PriceProtection) => void;
  /** The odds that will be signed; null until the stake is quoted. */
  least: number | null;
  disabled: boolean;
}

/** How far below the odds on the screen the bet may be filled. */
export function ProtectionChoice({ protection, onChoose, least, disabled }: ProtectionChoiceProps) {
  const id = useId();
  const oddsInFull = useOddsInFull();
  const { kind } = protection;
  return (
    <div className="mt-2 text-meta">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={id} className="flex-1 text-muted">
          {t('bet.protection')}
        </label>
        <Select
          id={id}
          className="bet-protection"
          value={kind}
          options={[
            { value: 'auto', label: t('bet.protectionAuto') },
            { value: 'exact', label: t('bet.protectionExact') },
            { value: 'own', label: t('bet.protectionOwn') },
          ]}
          disabled={disabled}
          onValueChange={(next) =>
            onChoose(next === 'own' ? { kind: next, percent: INITIAL_PERCENT } : { kind: next })
          }
        />
        {kind === 'own' && (
          <PercentField
            percent={protection.percent}
            onChange={(percent) => onChoose({ kind: 'own', percent })}
            disabled={disabled}
          />
        )}
      </div>
      <p className="mt-1.5 min-h-[1.125rem] text-small text-muted">
        {least !== null &&
          t(kind === 'exact' ? 'bet.exactMeans' : 'bet.leastMeans', { odds: oddsInFull(least) })}
      </p>
    </div>
  );
}

/** The bettor's own limit. An invalid text changes nothing, and the receipt goes on showing what applies. */
function PercentField({
  percent,
  onChange,
  disabled,
}: {
  percent: number;
  onChange: (percent: number) => void;
  disabled: boolean;
}) {
  const id = useId();
  const [text, setText] = useState(String(percent));
  const isWrong = parsePercent(text) === null;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className="field w-16 text-right"
        value={text}
        readOnly={disabled}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          const typed = parsePercent(event.target.value);
          if (typed !== null) onChange(typed);
        }}
      />
      <label htmlFor={id}>{t('bet.protectionPercent')}</label>
      {isWrong && (
        <p id={`${id}-wrong`} role="status" className="w-full text-small text-negative">
          {t('bet.protectionRange')}
        </p>
      )}
    </div>
  );
}
