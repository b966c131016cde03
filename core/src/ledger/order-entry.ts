import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * The stake of a bet on a running game while the bet waits for its delay.
 *
 * @param order.stake micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export const orderEntry = ({ userId, stake }: { userId: string; stake: MicroUsdc }): Entry =>
  moveEntry('order', { from: { kind: 'user', userId }, to: { kind: 'orders' }, amount: stake });

/** The stake goes back, because the order failed or because the bet takes it in the same transaction. */
export const orderEndEntry = ({ userId, stake }: { userId: string; stake: MicroUsdc }): Entry =>
  moveEntry('order-end', { from: { kind: 'orders' }, to: { kind: 'user', userId }, amount: stake });
