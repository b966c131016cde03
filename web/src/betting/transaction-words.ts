import { t } from '../texts/t-bet.ts';
import { translated } from '../texts/translated.ts';
import { failureWords } from './chain-words.ts';
import type { Placement } from './signed-bet.ts';

/** What the server has answered so far, as the progress bar counts it. */
export function serverSide(placement: Placement): 'waiting' | 'confirmed' | 'failed' {
  switch (placement.kind) {
    case 'unanswered':
    case 'failed':
      return 'failed';
    case 'placed':
      if (placement.receipt.status === 'failed') return 'failed';
      return placement.receipt.status === 'pending' ? 'waiting' : 'confirmed';
    default:
      return 'waiting';
  }
}

/** The title and sentence of the transaction toast. */
export function transactionWords(
  stage: 'pending' | 'succeeded' | 'failed',
  placement: Placement,
): { title: string; description: string } {
  if (stage === 'pending') {
    const inPlay = placement.kind === 'placed' && placement.receipt.decidesAt !== undefined;
    const description = t(inPlay ? 'transaction.heldInPlay' : 'transaction.pendingWhat');
    return { title: t('transaction.pending'), description };
  }
  if (stage === 'succeeded') {
    return { title: t('transaction.placed'), description: t('transaction.placedWhat') };
  }
  if (placement.kind === 'unanswered') {
    const title = t(placement.said === null ? 'transaction.noAnswer' : 'transaction.errorTitle');
    return { title, description: placement.sentence };
  }
  return { title: t('transaction.transactionFailedTitle'), description: failedSentence(placement) };
}

function failedSentence(placement: Placement): string {
  if (placement.kind === 'failed') return placement.sentence;
  const { chain, failure } = placement.kind === 'placed' ? placement.receipt : {};
  if (failure !== undefined) return translated(failure.sentence, failure.reason);
  return chain === undefined ? t('transaction.failedLater') : failureWords(chain);
}
