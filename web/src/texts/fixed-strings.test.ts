import { betMessage } from '@tallystone/core/betting/bet-message';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { formatVolume } from '@tallystone/core/markets/volume';
import { expect, test } from 'vitest';
import { shortenHash } from '../betting/shorten-hash.ts';
import { dollars } from '../format/dollars.ts';
import { timeLabel, timeRemaining } from '../format/market-time.ts';
import { PRODUCT_NAME } from '../format/product-name.ts';
import { walletNotFound } from '../wallet/wallet-failures.ts';
import { t } from './t.ts';
import { t as ofAccount } from './t-account.ts';
import { t as ofAdmin } from './t-admin.ts';
import { t as ofBet } from './t-bet.ts';
import { t as ofLegal } from './t-legal.ts';
import { t as ofList } from './t-list.ts';
import { t as ofWallet } from './t-wallet.ts';

/**
 * Every string that is fixed byte for byte, by the part of the product that shows it. Each comes with a function that gets
 * the string from the app: mostly a text of this folder, otherwise a call of the function that makes it.
 */
const FIXED: Readonly<Record<string, readonly (readonly [fixed: string, shown: () => string])[]>> = {
  '1. What the product does': [['$1.2M+', () => t('landing.liveVolumeAmount')]],

  '2. Landing': [
    ['Predict the game. Profit instantly.', () => `${t('landing.predict')} ${t('landing.profit')}`],
    ['0% House Edge', () => t('landing.edge')],
    ['Instant Payouts', () => t('landing.payouts')],
    ['Non-custodial', () => t('landing.custody')],
    ['Live Prediction Markets', () => t('landing.liveMarkets')],
    ['Legal Terms', () => t('frame.legalTerms')],
    ['18+ only', () => t('frame.adultsOnly')],
    ['404 Page Not Found', () => t('landing.notFound')],
  ],

  '2. Market list panel': [
    ['Live Markets', () => t('markets.liveMarkets')],
    ['Real-time prediction markets', () => t('markets.realTime')],
    ['Sports', () => t('categories.sports')],
    ['Politics', () => t('categories.politics')],
    ['Crypto', () => t('categories.crypto')],
    ['LIVE', () => t('card.live')],
    ['UPCOMING', () => t('card.upcoming')],
    ['54.2% chance', () => t('card.chance', { percent: '54.2' })],
    ['0.0% chance', () => t('card.chance', { percent: (0).toFixed(1) })],
    ['Refresh', () => t('markets.refresh')],
    ['Loading Markets', () => t('markets.loading')],
    ['Fetching the latest betting opportunities...', () => t('markets.loadingWhat')],
    ['Failed to load markets', () => t('markets.failed')],
    [
      'Unable to connect to market data. Please check your connection and try again.',
      () => t('markets.failedWhy'),
    ],
    ['Try Again', () => t('controls.tryAgain')],
    ['No sports markets available', () => ofList('listNotes.noneIn', { category: 'sports' })],
    [
      'No sports betting markets are currently active. Try another category or check back later.',
      () => ofList('listNotes.noneInSports'),
    ],
    ['No political prediction markets are available right now.', () => ofList('listNotes.noneInPolitics')],
    ['No crypto markets are currently active.', () => ofList('listNotes.noneInCrypto')],
    ['Refresh Markets', () => ofList('listNotes.refreshMarkets')],
  ],

  '2. Navigation': [
    ['Markets', () => t('frame.markets')],
    ['My Account', () => t('frame.myAccount')],
    ['Admin', () => t('frame.admin')],
    ['0x71C7...976F', () => shortenAddress('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')],
    ['Disconnect', () => t('wallet.disconnect')],
  ],

  '2. /profile': [
    ['Authentication Required', () => t('frame.authenticationRequired')],
    ['Go to Home', () => t('frame.goHome')],
    ['Wallet Information', () => ofAccount('account.walletInformation')],
    ['Public Key', () => ofAccount('account.publicKey')],
    ['Wallet Type', () => ofAccount('account.walletType')],
    ['KYC Level', () => ofAccount('account.kycLevel')],
    ['Level 1', () => ofAccount('account.level', { level: 1 })],
    ['Daily Stake Cap', () => ofAccount('account.dailyStakeCap')],
    ['Betting Stats', () => ofAccount('account.stats')],
    ['Total Bets', () => ofAccount('account.totalBets')],
    ['Active Bets', () => ofAccount('account.activeBets')],
    ['Total Wagered', () => ofAccount('account.totalWagered')],
    ['Betting History', () => ofAccount('history.title')],
    ['Market m_1', () => ofAccount('history.marketById', { id: 'm_1' })],
    ['0x123456...90abcdef', () => shortenHash('0x1234567890abcdef1234567890abcdef')],
    ['No bets yet', () => ofAccount('history.none')],
    ['Explore Markets', () => ofAccount('history.explore')],
  ],

  '2. /legal': [
    ['Regulatory Disclaimer', () => ofLegal('legal.regulatoryDisclaimer')],
    ['Age Verification', () => ofLegal('legal.ageVerification')],
    ['Geographic Restrictions', () => ofLegal('legal.geographicRestrictions')],
    ['Privacy & Data Protection', () => ofLegal('legal.privacyDataProtection')],
    ['Risk Disclosure', () => ofLegal('legal.riskDisclosure')],
    ['Technology Risks', () => ofLegal('legal.technologyRisks')],
    ['Contact Information', () => ofLegal('legal.contactInformation')],
  ],

  '2. /admin': [
    ['EVM Chains', () => ofWallet('walletMenu.evmChains')],
    ['Admin (Level 2)', () => ofWallet('identity.adminLevel', { level: 2 })],
    ['Markets', () => ofAdmin('adminFrame.markets')],
    ['Enable', () => ofAdmin('adminBulk.enable')],
    ['Disable', () => ofAdmin('adminBulk.disable')],
    ['Archive', () => ofAdmin('adminBulk.archive')],
    ['Delete', () => ofAdmin('adminBulk.delete')],
    ['Apply Action', () => ofAdmin('adminBulk.apply')],
    ['Azuro Protocol', () => ofAdmin('adminFrame.azuroProtocol')],
    ['Live Games', () => ofAdmin('adminAzuro.liveGames')],
    ['Sports Available', () => ofAdmin('adminAzuro.sportsAvailable')],
    ['Upcoming Events', () => ofAdmin('adminAzuro.upcomingEvents')],
    ['Connected', () => ofAdmin('adminAzuro.connected')],
    ['Sync Now', () => ofAdmin('adminAzuro.syncNow')],
    ['Sport', () => ofAdmin('adminAzuro.sport')],
    ['Search Games', () => ofAdmin('adminAzuro.searchGames')],
    ['Status', () => ofAdmin('adminAzuro.status')],
    ['All', () => ofAdmin('adminAzuro.all')],
    ['Active Only', () => ofAdmin('adminAzuro.activeOnly')],
    ['Reset', () => ofAdmin('adminAzuro.reset')],
    ['Import (3)', () => ofAdmin('adminAzuro.import', { figure: '3' })],
    ['No Azuro markets available', () => ofAdmin('adminAzuro.noMarkets')],
    ['Refresh Data', () => ofAdmin('adminAzuro.refreshData')],
    ['Create Market', () => ofAdmin('adminFrame.createMarket')],
    ['Analytics', () => ofAdmin('adminFrame.analytics')],
    ['Total Markets', () => ofAdmin('adminAnalytics.totalMarkets')],
    ['Active Bets', () => ofAdmin('adminAnalytics.activeBets')],
    ['Total Volume', () => ofAdmin('adminAnalytics.totalVolume')],
    ['This Month', () => ofAdmin('adminAnalytics.thisMonth')],
    ['Settings', () => ofAdmin('adminFrame.settings')],
    ['Export Data', () => ofAdmin('adminFrame.exportData')],
    ['Import CSV', () => ofAdmin('adminFrame.importCsv')],
  ],

  '2. Age banner': [
    ["I'm 18+ and Understand", () => t('age.accept')],
    ['View Legal Terms', () => t('age.terms')],
  ],

  '2. Bet dialog and toasts': [
    ['Placing Bet...', () => ofBet('bet.placing')],
    ['Notifications ({hotkey})', () => t('controls.notifications')],
  ],

  '4. States and transitions': [
    [
      'Starts Nov 22, 2026 17:05',
      () => timeLabel({ startsAt: at(22, 17, 5), endsAt: at(23, 20, 0), now: at(21, 0, 0) }),
    ],
    ['Live - Ends 18:05', () => timeLabel({ endsAt: at(22, 18, 5), now: at(22, 17, 30) })],
    ['Ended Nov 22, 18:05', () => timeLabel({ endsAt: at(22, 18, 5), now: at(22, 19, 0) })],
    ['2d 3h', () => timeRemaining({ endsAt: at(24, 3, 0), now: at(22, 0, 0) })],
    ['3h 4m', () => timeRemaining({ endsAt: at(22, 3, 4), now: at(22, 0, 0) })],
    ['4m', () => timeRemaining({ endsAt: at(22, 0, 4), now: at(22, 0, 0) })],
    ['Ended', () => timeRemaining({ endsAt: at(22, 0, 0), now: at(22, 0, 4) })],
    ['Transaction Pending', () => ofBet('transaction.pending')],
    ['Confirming your bet on Polygon...', () => ofBet('transaction.pendingWhat')],
    ['Bet Placed Successfully!', () => ofBet('transaction.placed')],
    ['Your bet has been confirmed on the blockchain', () => ofBet('transaction.placedWhat')],
  ],

  '5. Validation rules': [
    ['Invalid Bet', () => ofBet('bet.invalid')],
    ['Please enter a valid bet amount', () => ofBet('bet.invalidWhy')],
    ['Wallet Required', () => t('placing.walletRequired')],
    ['Please connect your wallet first', () => t('placing.walletRequiredWhy')],
    ['$46.25', () => dollars(46.25)],
    ['Add Outcome', () => ofAdmin('adminCreate.addOutcome')],
    ['All Subcategories', () => ofAdmin('adminCreate.allSubcategories')],
  ],

  '7. The calls it makes': [
    ['Place bet: 25 on o_1 at 1.85 odds', () => betMessage({ amount: '25', outcomeId: 'o_1', odds: '1.85' })],
    ['Market created successfully', () => ofAdmin('adminCreate.created')],
  ],

  '8. Error catalogue': [
    [
      'Phantom wallet not found. Please install the extension.',
      () => walletNotFound({ walletType: 'phantom', name: 'Phantom' }).message,
    ],
    ['MetaMask wallet not found', () => walletNotFound({ walletType: 'metamask', name: 'MetaMask' }).message],
    ['Wallet signing not supported', () => t('wallet.signingNotSupported')],
    ['Failed to refresh markets', () => t('markets.refreshFailed')],
    ['No wallet connected. Please connect your wallet first.', () => t('wallet.noneConnected')],
    ['No Ethereum accounts available', () => t('wallet.noEthereumAccounts')],
    ['No supported wallet connected', () => t('wallet.noneSupported')],
    ['Transaction rejected by user', () => t('wallet.rejected')],
    ['Transaction failed', () => t('wallet.failed')],
    ['Transaction failed', () => ofBet('transaction.transactionFailed')],
    ['Failed to place bet', () => ofBet('transaction.failedToPlace')],
    ['Bet Failed', () => t('placing.failed')],
    ['Unknown error occurred', () => ofBet('transaction.unknownError')],
    ['Error creating market', () => ofAdmin('adminCreate.failed')],
    ['Import Failed', () => ofAdmin('adminAzuro.importFailed')],
    ['Failed to import markets', () => ofAdmin('adminAzuro.importFailedWhy')],
    ['Successfully imported 3 markets', () => ofAdmin('adminAzuro.imported', { figure: '3' })],
    ['2 markets were skipped', () => ofAdmin('adminAzuro.wereSkipped', { figure: '2' })],
    ['Import Complete', () => ofAdmin('adminAzuro.importComplete')],
  ],

  '9. Business constants': [
    ['0 USDT', () => formatVolume(0)],
    ['12.5 USDT', () => formatVolume(12.5)],
    ['1.23K USDT', () => formatVolume(1230)],
    ['45.6M USDT', () => formatVolume(45_600_000)],
  ],

  'Experience 3. Frame': [
    ['Tallystone', () => PRODUCT_NAME],
    ['Legal', () => ofLegal('legal.pageTitle')],
    ['Admin: Azuro', () => ofAdmin('adminFrame.pageTitle', { tab: ofAdmin('adminFrame.azuro') })],
  ],

  'Experience 5. Wallets': [
    ['Connect Wallet', () => t('wallet.connect')],
    ['Try demo mode', () => ofWallet('landing.tryDemo')],
    ['New to wallets?', () => ofWallet('walletMenu.new')],
    ['Recent', () => ofWallet('walletMenu.recent')],
    ['Installed', () => ofWallet('walletMenu.installed')],
    ['Install', () => ofWallet('walletMenu.install')],
    ['Open in app', () => ofWallet('walletMenu.openInApp')],
    ['Check your wallet', () => t('wallet.check')],
    ['A request is already open in your wallet. Open it to continue.', () => t('wallet.requestOpen')],
    ['Nothing was connected. Try again whenever you like.', () => t('wallet.nothingConnected')],
    ['Sign to prove this address is yours. It is free and moves no funds.', () => t('wallet.proveAddress')],
    ['Not signed in', () => t('wallet.notSignedIn')],
    ['Sign in again', () => t('wallet.signInAgain')],
    ['Pick a practice chain', () => ofWallet('walletMenu.pickChain')],
    ['Practice wallet', () => ofWallet('walletMenu.practiceWallet')],
    ['Practice', () => t('controls.practice')],
    ['Switch to a real wallet', () => ofWallet('walletMenu.toRealWallet')],
  ],

  'Experience 6. Landing and market list': [
    ['Browse live markets', () => t('landing.browse')],
    ['Try demo mode', () => t('landing.tryDemo')],
    ['Live', () => t('stream.live')],
    ['Reconnecting', () => t('stream.reconnecting')],
    ['Paused, updated 17:05', () => t('stream.paused', { time: '17:05' })],
    ['Show 3 more', () => t('card.showMore', { hidden: 3 })],
    ['No price yet', () => t('card.noPrice')],
    ['bet on Yes in Rain?', () => t('card.betOn', { outcome: 'Yes', market: 'Rain?' })],
    ['Details', () => t('controls.details')],
  ],

  'Experience 8. Bet dialog': [
    ['Amount (USDC)', () => ofBet('bet.amountLabel')],
    ['Max', () => ofBet('bet.max')],
    [
      'Daily stake cap: $38.00 of $100.00 used, $62.00 left',
      () =>
        `${ofBet('bet.cap')}: ${ofBet('bet.capUsed', { used: dollars(38), cap: dollars(100), left: dollars(62) })}`,
    ],
    ['Odds', () => ofBet('bet.odds')],
    ['Potential win', () => ofBet('bet.potentialWin')],
    ['Total return', () => ofBet('bet.totalReturn')],
    [
      'Your stake moves the odds: 1.85 → 1.83 (-1.1%)',
      () => ofBet('bet.oddsMove', { from: '1.85', to: '1.83', percent: '-1.1' }),
    ],
    ['Odds do not change with your stake.', () => ofBet('bet.oddsStay')],
    ['You will sign', () => ofBet('bet.willSign')],
    [
      'Signed by <address/> on Polygon. A signature, not a transfer.',
      () => ofBet('bet.signedBy', { chain: 'Polygon' }),
    ],
    ['Place Bet', () => ofBet('bet.place')],
    ['Odds are now 1.82 (were 1.85)', () => ofBet('bet.oddsAreNow', { now: '1.82', were: '1.85' })],
    ['Use 1.82', () => ofBet('bet.use', { odds: '1.82' })],
    ['Confirm in MetaMask', () => ofBet('bet.confirmIn', { wallet: 'MetaMask' })],
    ['Sending to the server', () => ofBet('bet.sending')],
  ],

  'Experience 9. Transaction toast': [
    ['Waiting for the network', () => ofBet('transaction.waitingForNetwork')],
    ['Signed', () => ofBet('transaction.signed')],
    ['Accepted, reference sol_123456', () => ofBet('transaction.acceptedReference', { hash: 'sol_123456' })],
    ['Recorded', () => ofBet('transaction.recorded')],
    ['Reference', () => ofBet('transaction.reference')],
  ],

  'Experience 10. Profile': [
    ['Up $41.20 in 30 days', () => ofAccount('account.up', { amount: dollars(41.2), days: 30 })],
    ['Export CSV', () => ofAccount('history.exportCsv')],
    ['Your limits', () => ofAccount('account.limits')],
  ],

  'Experience 11. Legal, age banner': [
    [
      'You must be 18+ to use this site. These are skill-based prediction markets, not gambling.',
      () => t('age.sentence'),
    ],
    ['Age notice', () => t('age.notice')],
    ['Dismiss for this session', () => t('age.dismiss')],
  ],

  'Experience 12. Admin': [
    [
      'This account can look but not change anything. Level 2 is needed.',
      () => ofWallet('identity.mayLook', { level: 2 }),
    ],
    ['Select all 5 filtered', () => ofAdmin('adminAzuro.selectAll', { figure: '5' })],
    ['Saved', () => ofAdmin('adminFrame.saved')],
  ],
};

for (const [section, strings] of Object.entries(FIXED)) {
  test.each(strings)(`${section}: %s`, (fixed, shown) => {
    expect(shown()).toBe(fixed);
  });
}

/** A moment in November 2026 in the local time zone, because labels use the reader's zone. */
function at(day: number, hour: number, minute: number): Date {
  return new Date(2026, 10, day, hour, minute);
}
