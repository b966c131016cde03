/**
 * A ledger account: a user's available funds, a market's escrow, or one of the house's own.
 * `faucet` is where practice money comes from and `outside` the world beyond the product; both may go
 * below zero, so that all accounts together always add to zero.
 *
 * @see docs/design/books.md#accounts-and-entries
 */
export type AccountRef =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'escrow'; readonly marketId: string }
  | { readonly kind: 'pool' }
  | { readonly kind: 'fees' }
  | { readonly kind: 'faucet' }
  | { readonly kind: 'outside' };

/** The one text that names an account: equal for equal accounts, different for different ones. */
export function accountKey(account: AccountRef): string {
  switch (account.kind) {
    case 'user':
      return `user:${account.userId}`;
    case 'escrow':
      return `escrow:${account.marketId}`;
    case 'pool':
    case 'fees':
    case 'faucet':
    case 'outside':
      return account.kind;
  }
}
