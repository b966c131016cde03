import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { BetHistory } from '../betting/bet-history.tsx';
import { betTotals } from '../betting/bet-totals.ts';
import { BettingStats } from '../betting/betting-stats.tsx';
import { CapMeter } from '../betting/cap-meter.tsx';
import { useBetList } from '../betting/use-bet-list.ts';
import { limitsQuery, profileQuery } from '../data/queries.ts';
import { dollars } from '../format/dollars.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { AUTHENTICATION_REQUIRED_PATH } from '../identity/authentication-required.tsx';
import { WalletInformation } from '../identity/wallet-information.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';

/** `/profile`: who is signed in, what was staked, and every bet. */
export function Profile() {
  usePageTitle('My Account');
  const { connected, connecting, restoring, user, authToken } = useWallet();
  const [, navigate] = useLocation();
  const signedIn = connected && user !== null && authToken !== null;
  // A wallet that is on its way back, or signing in, decides first.
  const undecided = !signedIn && (restoring || connecting);
  useEffect(() => {
    if (!signedIn && !undecided) navigate(AUTHENTICATION_REQUIRED_PATH, { replace: true });
  }, [signedIn, undecided, navigate]);

  if (!signedIn) {
    return (
      <p role="status" className="frame min-h-dvh py-16 text-muted">
        {undecided ? 'Waiting for your wallet' : ''}
      </p>
    );
  }
  // What one account has loaded never shows under another.
  return <Account key={user.publicKey} />;
}

function Account() {
  const { user, isPractice } = useWallet();
  const profile = useQuery(profileQuery).data ?? null;
  const limits = useQuery(limitsQuery).data ?? null;
  const list = useBetList({ enabled: true });
  const shown = profile ?? user;
  // The server counts all bets; the list stands in for it while it holds them all.
  const stats = profile?.stats ?? (list.bets && !list.showOlder ? betTotals(list.bets) : null);
  if (shown === null) return null;

  return (
    <div className="frame py-10">
      <h1 className="text-h2">My Account</h1>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <WalletInformation user={shown} isPractice={isPractice}>
          <hr className="rule-dashed my-5" />
          {limits ? (
            <>
              <p className="mb-4 text-meta">
                <span className="block text-muted">Available</span>
                <span className="text-odds font-[650]">{dollars(limits.balance)}</span>{' '}
                <span className="text-muted">{isPractice ? 'practice USDC' : 'USDC'}</span>
              </p>
              <CapMeter label="Daily Stake Cap" cap={limits.dailyStakeCap} used={limits.usedToday} />
            </>
          ) : (
            shown.dailyStakeCap !== undefined && (
              <p className="text-meta">
                <span className="text-muted">Daily Stake Cap</span> {dollars(shown.dailyStakeCap)}
              </p>
            )
          )}
        </WalletInformation>
        <BettingStats stats={stats} />
      </div>
      <div className="mt-10">
        <BetHistory list={list} totalBets={profile?.stats.totalBets ?? null} isPractice={isPractice} />
      </div>
    </div>
  );
}
