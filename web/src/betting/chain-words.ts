import type { BetFailure } from '@tallystone/core/escrow/escrow-abi';
import type { WireBetChain } from '@tallystone/core/http-api/betting';
import { wholeNumber } from '../format/whole-number.ts';
import { type TextKey, t } from '../texts/t-bet.ts';

/** The state of a live bet on its chain, in a few words. */
export function chainWords({ state, block, blocksLeft }: WireBetChain, chain: string): string {
  const values = { chain, block: block === undefined ? '' : wholeNumber(block) };
  switch (state) {
    case 'waiting':
      return t('live.waiting');
    case 'sent':
      return t('live.sent');
    case 'included':
      return `${t('live.included', values)}. ${untilFinal(blocksLeft)}`;
    case 'final':
      return block === undefined ? t('live.willBeFinal', values) : t('live.final', values);
    case 'failed':
      return t('live.notOn', values);
  }
}

/** How many blocks are left until the bet is final, if known. */
export function untilFinal(blocksLeft: number | undefined): string {
  return blocksLeft === undefined || blocksLeft < 1
    ? t('live.finalSoon')
    : t('live.blocksLeft', { count: blocksLeft });
}

const FAILURES: Readonly<Partial<Record<string, TextKey>>> = {
  'funds-too-low': 'live.houseTooPoor',
  'authorization-refused': 'live.authorizationRefused',
  'market-closed': 'live.closedOnChain',
  'house-loss-too-large': 'live.fullOnChain',
  'acceptance-expired': 'live.lateOnChain',
  'bet-expired': 'live.lateOnChain',
  'not-included': 'live.lateOnChain',
} satisfies Partial<Record<BetFailure, TextKey>>;

/** Why a live bet failed, and that no money was taken. */
export function failureWords({ failure }: WireBetChain): string {
  if (failure === undefined) return t('live.nothingTaken');
  // A failure code that this version doesn't know reads as "the contract did not take the bet".
  return t(FAILURES[failure] ?? 'live.notTakenOnChain');
}
