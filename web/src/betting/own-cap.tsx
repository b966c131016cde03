import type { WireLimits } from '@tallystone/core/http-api/account';
import { type FormEvent, useId, useState } from 'react';
import { dollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CapSentence } from './cap-sentence.tsx';
import { Notice } from './notice.tsx';
import { parseAmount } from './parse-amount.ts';
import { useChangeLimits } from './use-change-limits.ts';

/** The bettor's own daily cap. Lowering applies at once; raising or removing applies a day later and can be cancelled. */
export function OwnCap({ limits }: { limits: WireLimits }) {
  const id = useId();
  const { change, isPending, problem, saved, reset } = useChangeLimits();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const cap = readCap(text);
  const { ownCap, nextCap } = limits;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (cap === null) {
      setRefused(true);
      return;
    }
    change({ kind: 'cap', ownCap: cap }, { onDone: () => setText('') });
  };

  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-title">{t('limits.dailyCap')}</h3>
      <div className="mt-3">
        <CapSentence limits={limits} />
      </div>
      {nextCap && ownCap !== null && (
        <Button
          size="small"
          variant="secondary"
          className="mt-3"
          disabled={isPending}
          onClick={() => change({ kind: 'cap', ownCap })}
        >
          {t('limits.keep', { cap: dollars(ownCap) })}
        </Button>
      )}
      <form noValidate onSubmit={submit} className="mt-5">
        <label htmlFor={id} className="text-secondary font-semibold">
          {t('limits.newCap')}
        </label>
        <div className="mt-1.5 flex flex-wrap gap-3">
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder={ownCap === null ? '50.00' : String(ownCap)}
            className="field min-w-0 flex-[1_1_8rem]"
            value={text}
            aria-invalid={refused && cap === null}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setRefused(false);
              reset();
              setText(event.target.value);
            }}
          />
          <Button type="submit" disabled={isPending}>
            {isPending ? t('limits.saving') : t('limits.saveCap')}
          </Button>
        </div>
        <p id={`${id}-note`} className="mt-2 text-meta text-muted">
          {refused && cap === null ? t('bet.amountHint') : t('limits.lowersAtOnce')}
        </p>
      </form>
      {ownCap !== null && nextCap?.cap !== null && (
        <button
          type="button"
          className="text-link mt-3 min-h-11 text-meta"
          disabled={isPending}
          onClick={() => change({ kind: 'cap', ownCap: null })}
        >
          {t('limits.removeCap')}
        </button>
      )}
      <div aria-live="polite" className="mt-3 text-meta empty:hidden">
        {saved && <p className="font-semibold text-positive">{t('limits.saved')}</p>}
      </div>
      {problem && (
        <Notice tone="negative" className="mt-3">
          {problem}
        </Notice>
      )}
    </Card>
  );
}

/** Reads a cap, which may be zero, unlike a stake; null if the text is no amount. */
function readCap(text: string): number | null {
  const amount = parseAmount(text);
  if (amount.kind === 'amount') return amount.value;
  return /^\s*\$?\s*0+([.,]0{0,2})?\s*$/.test(text) ? 0 : null;
}
