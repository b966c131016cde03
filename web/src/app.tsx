import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, lazy, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { BetSlipProvider } from './betting/bet-slip-context.tsx';
import { LaterBetDialog, LaterTransactionToast } from './betting/later-bet-parts.tsx';
import { LaterCashOut } from './betting/later-cash-out.tsx';
import { AgeBanner } from './compliance/age-banner.tsx';
import { createQueryClient } from './data/query-client.ts';
import { FindingDialogs } from './finding/finding-dialogs.tsx';
import { MainContent } from './main-content.tsx';
import { NeedsConnection, ScreenMissing } from './needs-connection.tsx';
import { NewVersionLine } from './new-version-line.tsx';
import { LaterNoticeRecorder } from './notices/later-notice-recorder.tsx';
import { KeepList } from './offline/keep-list.tsx';
import { useManifestLanguage } from './offline/use-manifest-language.ts';
import { Landing } from './screens/landing.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { LiveStream } from './stream/live-stream.tsx';
import { useLanguage } from './texts/language.ts';
import { t } from './texts/t.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { LaterToaster } from './ui/later-toaster.tsx';
import { useWallet, WalletProvider } from './wallet/wallet-context.tsx';

// Code that a first visit to the markets doesn't need loads on demand.
const Market = lazy(() => import('./screens/market.tsx').then((module) => ({ default: module.Market })));
const Game = lazy(() => import('./screens/game.tsx').then((module) => ({ default: module.Game })));
const Profile = lazy(() => import('./screens/profile.tsx').then((module) => ({ default: module.Profile })));
const Legal = lazy(() => import('./screens/legal.tsx').then((module) => ({ default: module.Legal })));
const Transparency = lazy(() =>
  import('./screens/transparency.tsx').then((module) => ({ default: module.Transparency })),
);
const MismatchBar = lazy(() =>
  import('./wallet/mismatch-bar.tsx').then((module) => ({ default: module.MismatchBar })),
);
const NotFound = lazy(() =>
  import('./screens/not-found.tsx').then((module) => ({ default: module.NotFound })),
);
const Admin = lazy(() => import('./screens/admin.tsx').then((module) => ({ default: module.Admin })));
const Guardian = lazy(() =>
  import('./screens/guardian.tsx').then((module) => ({ default: module.Guardian })),
);

/** The whole app: the shared frame and the current screen. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const language = useLanguage();
  useManifestLanguage();
  return (
    <QueryClientProvider client={queryClient}>
      <LiveStream />
      <KeepList />
      <WalletProvider>
        <BetSlipProvider>
          <LaterNoticeRecorder />
          {/* Texts are read during render, so a new language remounts everything. */}
          <Fragment key={language}>
            <a href="#main" className="skip-link">
              {t('frame.skipToContent')}
            </a>
            <SiteHeader />
            <LaterMismatchBar />
            <MainContent>
              <NeedsConnection />
              <ScreenOfAddress />
            </MainContent>
            <SiteFooter />
            <LaterBetDialog />
            <NewVersionLine />
            <AgeBanner />
            <FindingDialogs />
          </Fragment>
          {/* These aren't remounted, so they keep what they show. */}
          <LaterTransactionToast />
          <LaterCashOut />
          <LaterToaster />
        </BetSlipProvider>
      </WalletProvider>
    </QueryClientProvider>
  );
}

function ScreenOfAddress() {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path} fallback={<ScreenMissing />} loading={<ScreenLoading />}>
      <Switch>
        <Route path="/" component={Landing} />
        <Route path="/market/:id" component={Market} />
        <Route path="/game/:id" component={Game} />
        <Route path="/profile" component={Profile} />
        <Route path="/legal" component={Legal} />
        <Route path="/transparency" component={Transparency} />
        <Route path="/admin" component={Admin} />
        <Route path="/guardian" component={Guardian} />
        <Route component={NotFound} />
      </Switch>
    </ErrorBoundary>
  );
}

/** Loads only while the wallet shows another account or chain than the one that signed in. */
function LaterMismatchBar() {
  const { mismatch } = useWallet();
  if (mismatch === null) return null;
  return (
    <ErrorBoundary fallback={null}>
      <MismatchBar />
    </ErrorBoundary>
  );
}

function ScreenLoading() {
  return (
    <div role="status" className="frame min-h-dvh py-16 text-muted">
      {t('controls.loading')}
    </div>
  );
}
