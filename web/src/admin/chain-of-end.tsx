import type { WireResolutionChain } from '@tallystone/core/http-api/settlement';
import { Moment } from '../format/moment.tsx';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { TextWith } from '../texts/text-with.tsx';

const WORDS = {
  betting: 'adminResults.chainBetting',
  proposing: 'adminResults.chainProposing',
  window: 'adminResults.chainWindow',
  held: 'adminResults.chainHeld',
  finalising: 'adminResults.chainFinalising',
  final: 'adminResults.chainFinal',
} as const satisfies Record<WireResolutionChain['state'], AdminTextKey>;

/** The contract's state for a market that is ending: what it waits for, and what an admin has to do. */
export function ChainOfEnd({ chain }: { chain: WireResolutionChain }) {
  const { until } = chain;
  return (
    <p className={chain.state === 'held' ? 'text-meta font-semibold text-warning' : 'text-meta text-muted'}>
      <TextWith
        text={t(WORDS[chain.state])}
        parts={{
          at: () => (until === undefined ? null : <Moment iso={until} />),
        }}
      />
    </p>
  );
}
