/** What the package exports. */

export type {
  PlacedBet,
  WireAutomaticCashOut as AutomaticCashOut,
  WireBet as Bet,
  WireCashOut as CashOut,
  WireQuote as Quote,
} from '@tallystone/core/http-api/betting';
export type {
  WireCombo as Combo,
  WireComboCashOut as ComboCashOut,
  WireComboQuote as ComboQuote,
} from '@tallystone/core/http-api/combos';
export type { ErrorCode } from '@tallystone/core/http-api/error-status';
export type { ChainName } from '@tallystone/core/http-api/identity';
export type {
  WireListedMarket as ListedMarket,
  WireMarket as Market,
  WireOutcome as Outcome,
} from '@tallystone/core/http-api/markets';
export type { Answer, Api, CallName, CallOptions } from './api.ts';
export type { ComboTerms, SignedBet, SignedCombo } from './bets.ts';
export { type Client, type ConnectOptions, connect } from './connect.ts';
export { MarketBoard } from './market-board.ts';
export type { StreamEvent } from './stream.ts';
export { TallystoneError } from './tallystone-error.ts';
export { privateKeyWallet, type Wallet } from './wallet.ts';
