import type { WireSession } from '@tallystone/core/http-api/identity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionsQuery } from '../data/queries.ts';
import { Unread } from '../data/unread.tsx';
import { Moment, momentText } from '../format/moment.tsx';
import { t } from '../texts/t-sign.ts';
import { TextWith } from '../texts/text-with.tsx';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Problem } from '../ui/problem.tsx';
import { Titled } from '../ui/titled.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { SignWithWallet } from './sign-with-wallet.tsx';
import { useEndSession } from './use-end-session.ts';

/** The wallet's sessions, with buttons to end one or all of them. */
export function OwnSessions() {
  const { user, notice } = useWallet();
  return (
    <Titled title={t('sign.sessions')}>
      <p className="mt-1 max-w-prose text-muted">{t('sign.sessionsWhat')}</p>
      <div className="mt-5">
        {user?.verified ? (
          <SessionList />
        ) : (
          <Card className="p-5 sm:p-6">
            <p className="max-w-prose">{t('sign.ownerOnly')}</p>
            <div className="mt-4">
              <SignWithWallet>{t('sign.signIn')}</SignWithWallet>
            </div>
            {notice && (
              <p role="status" className="mt-4 text-meta text-warning">
                {notice}
              </p>
            )}
          </Card>
        )}
      </div>
    </Titled>
  );
}

function SessionList() {
  const query = useQuery({ ...sessionsQuery, refetchOnMount: 'always' });
  const { end, ending, isDone, problem, reset } = useEndSession();
  const [asked, setAsked] = useState(false);
  if (query.data === undefined) {
    return <Unread query={query} what={t('sign.sessions')} loading={t('sign.loading')} room="h-40" />;
  }
  return (
    <>
      <Card>
        <ul className="divide-y divide-line">
          {query.data.map((session) => (
            <li key={session.id} className="px-5 py-4 sm:px-6">
              <SessionRow session={session} ending={ending} onEnd={() => end(session)} />
            </li>
          ))}
        </ul>
      </Card>
      <div className="mt-4">
        <Button
          variant="destructive"
          disabled={ending !== null}
          onClick={() => {
            reset();
            setAsked(true);
          }}
        >
          {t('sign.everywhere')}
        </Button>
      </div>
      <p role="status" className="mt-3 text-meta font-semibold text-positive empty:hidden">
        {isDone ? t('sign.signedOut') : null}
      </p>
      {!asked && <Problem>{problem}</Problem>}
      <AlertDialog
        open={asked}
        onOpenChange={(open) => !open && setAsked(false)}
        title={t('sign.everywhereAsk')}
        description={<p>{t('sign.everywhereWhat')}</p>}
        actionLabel={ending === 'all' ? t('sign.signingOut') : t('sign.everywhere')}
        actionDisabled={ending !== null}
        onAction={() => end('all')}
      >
        <Problem>{problem}</Problem>
      </AlertDialog>
    </>
  );
}

function SessionRow({
  session,
  ending,
  onEnd,
}: {
  session: WireSession;
  ending: ReturnType<typeof useEndSession>['ending'];
  onEnd: () => void;
}) {
  const { id, current, chain, createdAt, lastUsedAt, expiresAt } = session;
  const isEnding = ending !== null && ending !== 'all' && ending.id === id;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">
            <TextWith
              text={chain === null ? t('sign.opened') : t('sign.openedOn', { chain })}
              parts={{ moment: () => <Moment iso={createdAt} /> }}
            />
          </span>
          {current && <Badge>{t('sign.thisOne')}</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-muted">
          <span>
            <TextWith text={t('sign.lastUsed')} parts={{ moment: () => <Moment iso={lastUsedAt} /> }} />
          </span>
          <span>
            <TextWith text={t('sign.expires')} parts={{ moment: () => <Moment iso={expiresAt} /> }} />
          </span>
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        disabled={ending !== null}
        aria-label={
          current ? t('sign.signOutHere') : t('sign.signOutOf', { moment: momentText(createdAt) ?? '' })
        }
        onClick={onEnd}
      >
        {isEnding ? t('sign.signingOut') : t('sign.signOut')}
      </Button>
    </div>
  );
}
