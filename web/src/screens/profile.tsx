import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import { AccountFigures } from '../betting/account-figures.tsx';
import { BetHistory } from '../betting/bet-history.tsx';
import { BettingStats } from '../betting/betting-stats.tsx';
import { blockAt, blockedSentence } from '../betting/blocked.ts';
import { CapMeter } from '../betting/cap-meter.tsx';
import { ComboHistory } from '../betting/combo-history.tsx';
import { Notice } from '../betting/notice.tsx';
import { OpenCombos } from '../betting/open-combos.tsx';
import { OpenPositions } from '../betting/open-positions.tsx';
import { OwnLimits } from '../betting/own-limits.tsx';
import { ProfitLine } from '../betting/profit-line.tsx';
import { Statement } from '../betting/statement.tsx';
import { useBetList } from '../betting/use-bet-list.ts';
import { type Combos, isOpenCombo, useCombos } from '../betting/use-combos.ts';
import { usePositions } from '../betting/use-positions.ts';
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

/** `/profile`: the user's money, open positions, bets, wallet, statement, limits and sessions. */
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
    return (
      <p className="frame min-h-dvh py-16 text-muted">{undecided ? t('transaction.waitingForWallet') : ''}</p>
    );
  }
  // The key keeps one account's data from showing for another.
  return <Account key={user.publicKey} />;
}

function Account() {
  const { user, isPractice } = useWallet();
  // Results are paid in the background, so the account is reread on every visit.
  const profile = useQuery({ ...profileQuery, refetchOnMount: 'always' }).data ?? null;
  const limits = useQuery({ ...limitsQuery, refetchOnMount: 'always' }).data ?? null;
  const list = useBetList();
  const open = usePositions();
  const combos = useCombos();
  const openCombos = combos.combos?.filter(isOpenCombo) ?? null;
  const block = blockAt(limits, useMinuteClock());
  const shown = profile ?? user;
  const stats = profile?.stats ?? null;
  if (shown === null) return null;

  return (
    <div className="frame py-10">
      <h1 className="text-h2">{t('frame.myAccount')}</h1>
      {block && (
        <Notice tone="warning" className="mt-5">
          {blockedSentence(block)}
        </Notice>
      )}
      <div className="mt-6">
        <AccountFigures
          balance={limits?.balance ?? null}
          stats={stats}
          open={open.positions && openCombos && [...open.positions, ...openCombos]}
        />
      </div>
      <Views>
        {{
          bets: (
            <div className="grid items-start gap-x-6 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
              <div className="grid min-w-0 grid-cols-1 gap-8">
                {stats?.totalBets !== 0 && (
                  <OpenPositions {...open} hasCombos={openCombos === null || openCombos.length > 0} />
                )}
                <OpenCombos {...combos} />
                {/* There is no profit or loss until a bet has ended. */}
                {stats !== null && stats.endedBets > 0 && <ProfitLine stats={stats} />}
                <BetHistory
                  list={list}
                  // The list has no combos.
                  totalBets={stats && stats.totalBets - (stats.combos ?? 0)}
                  hasCombos={hasCombos({ ...combos, counted: stats?.combos })}
                  isPractice={isPractice}
                />
                <ComboHistory {...combos} isPractice={isPractice} />
              </div>
              <div className="grid min-w-0 items-start gap-5 lg:max-xl:grid-cols-2">
                <BettingStats stats={stats} />
                <WalletInformation user={shown} isPractice={isPractice}>
                  <hr className="rule-dashed my-5" />
                  {limits ? (
                    <CapMeter
                      label={t('account.dailyStakeCap')}
                      cap={limits.dailyStakeCap}
                      used={limits.usedToday}
                    />
                  ) : (
                    shown.dailyStakeCap !== undefined && (
                      <p className="text-meta">
                        <span className="text-muted">{t('account.dailyStakeCap')}</span>{' '}
                        {dollars(shown.dailyStakeCap)}
                      </p>
                    )
                  )}
                </WalletInformation>
              </div>
            </div>
          ),
          statement: <Statement isPractice={isPractice} />,
          limits: <OwnLimits />,
          sessions: <OwnSessions />,
        }}
      </Views>
    </div>
  );
}

/** Whether there are any, also if only their number could be read; null while they load. */
function hasCombos({
  combos,
  error,
  counted = 0,
}: Pick<Combos, 'combos' | 'error'> & { counted?: number | undefined }) {
  if (combos === null) return error === null ? null : counted > 0;
  return combos.length > 0;
}

type View = (typeof VIEWS)[number]['id'];

/** Tabs for bets, statement, limits and sessions. The selected tab is in the address. */
function Views({ children }: { children: Record<View, React.ReactNode> }) {
  const [search, setSearch] = useSearchParams();
  const view = VIEWS.find(({ id }) => id === search.get('view'))?.id ?? 'bets';
  return (
    <Tabs
      className="mt-8"
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
        <TabsContent key={id} value={id} className="pt-6 outline-none">
          {children[id]}
        </TabsContent>
      ))}
    </Tabs>
  );
}
