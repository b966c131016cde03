import { type Reason, SENTENCES } from './all.ts';
import { type Given, type Message, sayOf } from './sentence.ts';

export type { Message };

/** Makes any sentence from its code and facts. For server code, because it loads the sentences of all domains. */
export function say<Code extends Reason['code']>(
  code: Code,
  ...given: Given<(typeof SENTENCES)[Code]>
): Message {
  return sayOf<typeof SENTENCES, Code>(SENTENCES, code, ...given);
}
