import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { Check, Copy, Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { callForFile } from '../data/api-client.ts';
import { LoadFailed } from '../data/load-failed.tsx';
import { language } from '../texts/language.ts';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { betLink } from './parse-bet-link.ts';

/** Shares a picture of a bet, with or without its amounts, and a link that fills in the same bet. */
export function ShareBetDialog({ bet, onClose }: { bet: WireBet; onClose: () => void }) {
  const [hasAmounts, setHasAmounts] = useState(false);
  const picture = useBetPicture(bet.id, hasAmounts);
  const path = betLink(bet.marketId, { outcomeId: bet.outcomeId, amount: '' });
  const url = new URL(path, window.location.origin).href;
  const { answer, copy } = useCopy(url);
  const content = picture.data?.content;
  const file = content && new File([content], 'bet.png', { type: 'image/png' });
  const canShare = file !== undefined && 'canShare' in navigator && navigator.canShare({ files: [file] });
  const CopyIcon = answer === 'copied' ? Check : Copy;

  return (
    <Dialog onClose={onClose} title={t('shareBet.title')} description={t('shareBet.what')}>
      <div className="grid gap-4">
        {picture.error ? (
          <LoadFailed
            what={t('shareBet.thePicture')}
            sentence={t('shareBet.notAffected')}
            error={picture.error}
            onRetry={() => void picture.refetch()}
          />
        ) : picture.data === undefined ? (
          <div>
            <p role="status" className="sr-only">
              {t('shareBet.drawing')}
            </p>
            <Skeleton className="h-auto w-full aspect-[1200/630]" />
          </div>
        ) : (
          <img
            src={picture.data.url}
            width={1200}
            height={630}
            alt={t('shareBet.picture', { outcome: bet.outcomeName, market: bet.market.title })}
            className="h-auto w-full rounded-control border border-line"
          />
        )}
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={hasAmounts}
            onChange={(event) => setHasAmounts(event.target.checked)}
          />
          {t('shareBet.amounts')}
        </label>
        <div className="flex flex-wrap gap-2">
          {canShare && (
            // The browser also rejects when the person closes its share sheet.
            <Button onClick={() => void navigator.share({ files: [file], url }).catch(() => undefined)}>
              <Share2 aria-hidden="true" className="size-5" />
              {t('shareBet.share')}
            </Button>
          )}
          <Button
            variant={canShare ? 'secondary' : 'primary'}
            disabled={content === undefined}
            onClick={() => content && saveFile({ name: 'bet.png', content })}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('shareBet.save')}
          </Button>
          <Button variant="secondary" onClick={() => void copy()}>
            <CopyIcon aria-hidden="true" className="size-5" />
            {t('shareBet.copyLink')}
          </Button>
        </div>
        <p role="status" className="min-h-5 text-meta text-muted">
          {answer !== null && t(answer === 'copied' ? 'shareBet.copied' : 'shareBet.copyFailed')}
        </p>
      </div>
    </Dialog>
  );
}

/** The picture as a file and as a data URL, because the content policy shows no other local files. */
function useBetPicture(id: string, hasAmounts: boolean) {
  const amounts = hasAmounts ? 'shown' : 'hidden';
  return useQuery({
    queryKey: ['/api/user/bets', id, 'picture', amounts, language()],
    queryFn: async ({ signal }) => {
      const query = { amounts, lang: language() } as const;
      const content = await callForFile('getBetPicture', { params: { id }, query, signal });
      return { content, url: await dataUrl(content) };
    },
    // Each opening shows the value of that moment.
    gcTime: 0,
  });
}

async function dataUrl(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return `data:image/png;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
