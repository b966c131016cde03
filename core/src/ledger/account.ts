/**
 * A ledger account: a user's available funds, a market's escrow, the full returns of all open combos, the stakes of all waiting orders, or one of the house's own. `faucet` is the source of
 * practice money and `outside` the world beyond the product. Both may go below zero, so all accounts always add up to
 * zero.
 *
 * @see docs/design/books.md#accounts-and-entries
 */
export type AccountRef =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'escrow'; readonly marketId: string }
  | { readonly kind: 'combos' }
  | { readonly kind: 'orders' }
  | { readonly kind: 'pool' }
  | { readonly kind: 'fees' }
  | { readonly kind: 'faucet' }
  | { readonly kind: 'outside' };

/** An account's name: equal for equal accounts, different for different ones. */
export function accountKey(account: AccountRef): string {
  switch (account.kind) {
    case 'user':
      return `user:${account.userId}`;
    case 'escrow':
      return `escrow:${account.marketId}`;
    case 'combos':
    case 'orders':
    case 'pool':
    case 'fees':
    case 'faucet':
    case 'outside':
      return account.kind;
  }
}
