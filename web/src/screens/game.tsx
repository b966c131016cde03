import '../styles/game-page.css';
import { useParams } from 'wouter';
import { LoadFailed } from '../data/load-failed.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { GameLoading } from '../game-page/game-loading.tsx';
import { GameView } from '../game-page/game-view.tsx';
import { useGame } from '../game-page/use-game.ts';
import { t } from '../texts/t-game-page.ts';
import { NotFound } from './not-found.tsx';

/** `/game/:id`: one game of the feed with all of its markets. */
export function Game() {
  const { id = '' } = useParams<{ id: string }>();
  return <GameOf key={id} id={id} />;
}

function GameOf({ id }: { id: string }) {
  const state = useGame(id);
  switch (state.kind) {
    case 'unknown':
      return <NotFound />;
    case 'loading':
      return <GameLoading />;
    case 'failed':
      return <GameFailed error={state.error} onRetry={state.retry} />;
    case 'found':
      return <GameView state={state} />;
  }
}

function GameFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  usePageTitle(t('gamePage.theGame'));
  return (
    <div className="frame py-12">
      <h1 className="sr-only">{t('gamePage.theGame')}</h1>
      <LoadFailed
        what={t('gamePage.theGame')}
        // There is no error if the browser is offline, because no request was sent.
        error={error ?? new Error(t('markets.deviceOffline'))}
        onRetry={onRetry}
      />
    </div>
  );
}
