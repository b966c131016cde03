import { clockText } from '../format/local-time.ts';
import { t } from '../texts/t.ts';
import { type StreamState, streamState, useStreamState } from './stream-state.ts';

/**
 * Shows beside prices whether they are live. Not announced to screen readers: bets that can't be placed say so
 * themselves.
 */
export function StreamMark() {
  const state = useStreamState();
  return (
    <div className="stream-mark" data-stream={state.kind}>
      <span aria-hidden="true" className="stream-dot" />
      <span>{wordsOf(state)}</span>
      {state.kind === 'paused' && (
        <button type="button" className="text-link min-h-6" onClick={streamState.tryNow}>
          {t('stream.tryNow')}
        </button>
      )}
    </div>
  );
}

function wordsOf(state: StreamState): string {
  switch (state.kind) {
    case 'connecting':
      return t('stream.connecting');
    case 'live':
      return t('stream.live');
    case 'reconnecting':
      return t('stream.reconnecting');
    case 'paused':
      return t('stream.paused', { time: clockText(state.updatedAt) });
    case 'offline':
      return t('stream.offline', { time: clockText(state.updatedAt) });
  }
}
