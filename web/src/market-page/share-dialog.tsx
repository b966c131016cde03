import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { Check, Copy, Share2 } from 'lucide-react';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { betLink, hasOdds } from '../betting/parse-bet-link.ts';
import { language } from '../texts/language.ts';
import { t } from '../texts/t-market-page.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useCopy } from '../ui/use-copy.ts';

/** The value of "no bet" beside the outcomes' ids. */
const NO_BET = 'none';

/** The link of a market, if wanted with a bet filled in, with buttons to copy and share it, and the preview picture that others see. */
export function ShareDialog({ market, onClose }: { market: WireListedMarket; onClose: () => void }) {
  const linkId = useId();
  const betId = useId();
  const embedId = useId();
  const copyButton = useRef<HTMLButtonElement>(null);
  const [pictureMissing, setPictureMissing] = useState(false);
  // The picture stays the one from when the dialog opened, so that it doesn't change while people look at it.
  const [picture] = useState(() => `/api/markets/${market.id}/picture?v=${market.version}`);
  const [outcomeId, setOutcomeId] = useState(NO_BET);
  const [amount, setAmount] = useState('');
  const path = outcomeId === NO_BET ? `/market/${market.id}` : betLink(market.id, { outcomeId, amount });
  const url = new URL(path, window.location.origin).href;

  const link = useCopyField(url);
  const embed = useCopyField(embedCode(market, window.location.origin));

  // The browser also rejects when the person closes its share sheet.
  const share = async () => {
    await navigator.share({ title: market.title, url }).catch(() => undefined);
  };

  return (
    <Dialog
      onClose={onClose}
      title={t('marketPage.share')}
      description={t('marketPage.shareWhat')}
      initialFocus={copyButton}
    >
      <div className="grid gap-4">
        <figure>
          {pictureMissing ? (
            <p className="flex w-full h-auto border border-line rounded-control bg-sunk aspect-[1200/630] items-center justify-center p-4 text-center text-meta text-muted">
              {t('marketPage.pictureMissing')}
            </p>
          ) : (
            <img
              src={picture}
              width={1200}
              height={630}
              alt={market.title}
              className="flex w-full h-auto border border-line rounded-control bg-sunk aspect-[1200/630]"
              onError={() => setPictureMissing(true)}
            />
          )}
          <figcaption className="mt-1 text-small text-muted">{t('marketPage.pictureMeans')}</figcaption>
        </figure>
        <div className="flex flex-wrap gap-3" hidden={market.state !== 'open'}>
          <div className="min-w-0 flex-1 basis-48">
            <label htmlFor={betId} className="text-meta font-semibold">
              {t('marketPage.linkBet')}
            </label>
            <Select
              id={betId}
              className="mt-1"
              value={outcomeId}
              options={[
                { value: NO_BET, label: t('marketPage.linkNoBet') },
                ...market.outcomes.filter(hasOdds).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onValueChange={setOutcomeId}
            />
          </div>
          {outcomeId !== NO_BET && (
            <div className="w-32">
              <label htmlFor={`${betId}-amount`} className="text-meta font-semibold">
                {t('marketPage.linkAmount')}
              </label>
              <input
                id={`${betId}-amount`}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                className="field mt-1"
                value={amount}
                onChange={(event) => setAmount(event.target.value)}
              />
            </div>
          )}
        </div>
        <div>
          <label htmlFor={linkId} className="text-meta font-semibold">
            {t('marketPage.link')}
          </label>
          <input {...link.field} id={linkId} className="field mt-1 font-mono text-meta" />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button ref={copyButton} onClick={link.copy}>
            {link.icon}
            {t('marketPage.copyLink')}
          </Button>
          {'share' in navigator && (
            <Button variant="secondary" onClick={() => void share()}>
              <Share2 aria-hidden="true" className="size-5" />
              {t('marketPage.share')}
            </Button>
          )}
        </div>
        <div>
          <label htmlFor={embedId} className="text-meta font-semibold">
            {t('marketPage.embed')}
          </label>
          <div className="mt-1 flex gap-2">
            <input {...embed.field} id={embedId} className="field min-w-0 flex-1 font-mono text-meta" />
            <Button variant="secondary" onClick={embed.copy}>
              {embed.icon}
              {t('marketPage.copyEmbed')}
            </Button>
          </div>
        </div>
        <p role="status" className="min-h-5 text-meta text-muted">
          {(link.answer === 'copied' || embed.answer === 'copied') && t('marketPage.copied')}
          {(link.answer === 'failed' || embed.answer === 'failed') && t('marketPage.copyFailed')}
        </p>
      </div>
    </Dialog>
  );
}

/** A field with a text to copy: its props, what its button does and shows, and the answer. */
function useCopyField(text: string) {
  const field = useRef<HTMLInputElement>(null);
  const { answer, copy } = useCopy(text, { onFailed: () => field.current?.select(), staysFailed: true });
  const Icon = answer === 'copied' ? Check : Copy;
  return {
    answer,
    copy: () => void copy(),
    icon: <Icon aria-hidden="true" className="size-5" />,
    field: {
      ref: field,
      readOnly: true,
      value: text,
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    },
  };
}

/** The HTML that shows the market on another site, in the reader's language. */
function embedCode({ id, title }: WireListedMarket, origin: string): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const address = `${origin}/embed/market/${id}?lang=${language()}`;
  return `<iframe src="${address}" title="${name}" width="400" height="360" loading="lazy"></iframe>`;
}
