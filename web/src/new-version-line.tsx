import { useBetDraft } from './betting/bet-slip-context.tsx';
import { openPart } from './betting/signed-bet.ts';
import { useNewVersion } from './offline/new-version.ts';
import { t } from './texts/t.ts';
import { Button } from './ui/button.tsx';

/**
 * Says that a newer version of the app is ready, and reloads only if the user asks. Hidden while a bet is under way,
 * because a reload would lose track of it.
 */
export function NewVersionLine() {
  const isReady = useNewVersion();
  const isBetting = openPart(useBetDraft().placement) !== null;
  return (
    <div role="status">
      {isReady && !isBetting && (
        <div className="version-line">
          <span>{t('offline.newVersion')}</span>
          <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
            {t('offline.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
