import { useQuery } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { settingsQuery } from '../data/queries.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { t } from '../texts/t-admin.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { newMarketDraft } from './new-market-draft.ts';
import { NewMarketForm } from './new-market-form.tsx';
import { NewMarketPreview } from './new-market-preview.tsx';
import { emptyNewMarket, type NewMarketValues } from './new-market-values.ts';
import { WaitsBanner } from './waits-banner.tsx';

const SAVE_DELAY_MS = 300;

/** The form for a new market on the left, its card on the right. Saves what is typed as a draft. */
export function CreateMarketTab() {
  const now = useMinuteClock();
  const settings = useQuery(settingsQuery).data ?? null;
  const lossBudget = settings?.liquidityBudget ?? null;
  const [draft] = useState(newMarketDraft.read);
  const [restored, setRestored] = useState(draft !== null);
  const [waits, setWaits] = useState(false);
  const form = useForm<NewMarketValues>({ defaultValues: draft ?? emptyNewMarket() });
  // Complete from the first render on: every field has a default.
  const values = useWatch({ control: form.control }) as NewMarketValues;
  const previewed = useDeferredValue(values);

  // What was typed last and isn't saved yet. It is saved on leaving the page, so nothing is lost.
  const unsaved = useRef<NewMarketValues | null>(null);
  useEffect(() => {
    unsaved.current = values;
    const timer = setTimeout(() => saveDraft(unsaved), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [values]);
  useEffect(() => {
    const saveNow = () => saveDraft(unsaved);
    window.addEventListener('pagehide', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);

  const startOver = () => {
    newMarketDraft.discard();
    setRestored(false);
    form.reset(emptyNewMarket());
  };

  return (
    <div className="flex flex-col gap-5">
      {waits && <WaitsBanner onDismiss={() => setWaits(false)}>{t('adminCreate.notOpenYet')}</WaitsBanner>}
      {restored && (
        <Banner
          title={t('adminCreate.draftRestored')}
          onDismiss={() => setRestored(false)}
          actions={
            <Button variant="secondary" size="small" onClick={startOver}>
              {t('adminCreate.discardDraft')}
            </Button>
          }
        />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewMarketForm
          form={form}
          now={now}
          futures={settings?.futuresTrading ?? true}
          lossBudget={lossBudget}
          onCreated={(created) => {
            startOver();
            setWaits(created.waits);
          }}
        />
        <div className="lg:sticky lg:top-24">
          <NewMarketPreview values={previewed} now={now} lossBudget={lossBudget} />
        </div>
      </div>
    </div>
  );
}

function saveDraft(unsaved: RefObject<NewMarketValues | null>): void {
  if (unsaved.current !== null) newMarketDraft.save(unsaved.current);
  unsaved.current = null;
}
