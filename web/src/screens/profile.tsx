import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import { AccountFunds } from '../betting/account-funds.tsx';
import { BetHistory } from '../betting/bet-history.tsx';
import { betTotals } from '../betting/bet-totals.ts';
import { BettingStats } from '../betting/betting-stats.tsx';
import { blockAt, blockedSentence } from '../betting/blocked.ts';
import { CapMeter } from '../betting/cap-meter.tsx';
import { Notice } from '../betting/notice.tsx';
import { OwnLimits } from '../betting/own-limits.tsx';
import { Statement } from '../betting/statement.tsx';
import { useBetList } from '../betting/use-bet-list.ts';
import { limitsQuery, profileQuery } from '../data/queries.ts';
import { dollars } from '../format/dollars.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { authenticationRequiredPath } from '../identity/authentication-required.tsx';
import { OwnSessions } from '../identity/own-sessions.tsx';
import { WalletInformation } from '../identity/wallet-information.tsx';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { t } from '../texts/t-account.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

const VIEWS = [
  { id: 'bets', label: 'account.bets' },
  { id: 'statement', label: 'account.statement' },
  { id: 'limits', label: 'account.limits' },
  { id: 'sessions', label: 'account.sessions' },
] as const;

/** `/profile`: the user's wallet, stats, bets, statement, limits and sessions. */
export function Profile() {
  usePageTitle(t('frame.myAccount'));
  const { signedIn, connecting, restoring, user } = useWallet();
  const [, navigate] = useLocation();
  const search = useSearch();
  // While a wallet is reconnecting or signing in, it isn't decided yet.
  const undecided = !signedIn && (restoring || connecting);
  useEffect(() => {
    if (!signedIn && !undecided) navigate(authenticationRequiredPath(search), { replace: true });
  }, [signedIn, undecided, search, navigate]);

  if (!signedIn || user === null) {
    return <p className="frame min-h-dvh py-16 text-muted">{undecided ? t('account.waiting') : ''}</p>;
  }
  // The key keeps one account's data from showing for another.
  return <Account key={user.publicKey} />;
}

function Account() {
  const { user, isPractice } = useWallet();
  // Results are paid in the background, so the account is reread on every visit.
  const profile = useQuery({ ...profileQuery, refetchOnMount: 'always' }).data ?? null;
  const limits = useQuery({ ...limitsQuery, refetchOnMount: 'always' }).data ?? null;
  const list = useBetList({ enabled: true });
  const block = blockAt(limits, useMinuteClock());
  const shown = profile ?? user;
  // The server's stats cover all bets. Until they arrive, the list is used if it is complete.
  const stats = profile?.stats ?? (list.bets && !list.showOlder ? betTotals(list.bets) : null);
  if (shown === null) return null;

  return (
    <div className="frame py-10">
      <h1 className="text-h2">{t('frame.myAccount')}</h1>
      {block && (
        <Notice tone="warning" className="mt-5">
          {blockedSentence(block)}
        </Notice>
      )}
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <WalletInformation user={shown} isPractice={isPractice}>
          <hr className="rule-dashed my-5" />
          {limits ? (
            <>
              <AccountFunds balance={limits.balance} isPractice={isPractice} />
              <CapMeter
                label={t('account.dailyStakeCap')}
                cap={limits.dailyStakeCap}
                used={limits.usedToday}
              />
            </>
          ) : (
            shown.dailyStakeCap !== undefined && (
              <p className="text-meta">
                <span className="text-muted">{t('account.dailyStakeCap')}</span>{' '}
                {dollars(shown.dailyStakeCap)}
              </p>
            )
          )}
        </WalletInformation>
        <BettingStats stats={stats} />
      </div>
      <Views>
        {{
          bets: (
            <BetHistory list={list} totalBets={profile?.stats.totalBets ?? null} isPractice={isPractice} />
          ),
          statement: <Statement isPractice={isPractice} />,
          limits: <OwnLimits />,
          sessions: <OwnSessions />,
        }}
      </Views>
    </div>
  );
}

type View = (typeof VIEWS)[number]['id'];

/** Tabs for bets, statement, limits and sessions. The selected tab is in the address. */
function Views({ children }: { children: Record<View, React.ReactNode> }) {
  const [search, setSearch] = useSearchParams();
  const view = VIEWS.find(({ id }) => id === search.get('view'))?.id ?? 'bets';
  return (
    <Tabs
      className="mt-10"
      value={view}
      onValueChange={(next) => setSearch(next === 'bets' ? {} : { view: next }, { replace: true })}
    >
      <TabsList aria-label={t('account.views')}>
        {VIEWS.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {t(label)}
          </TabsTrigger>
        ))}
      </TabsList>
      {VIEWS.map(({ id }) => (
        <TabsContent key={id} value={id} tabIndex={-1} className="pt-6 outline-none">
          {children[id]}
        </TabsContent>
      ))}
    </Tabs>
  );
}
