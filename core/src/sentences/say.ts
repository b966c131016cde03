import { type Reason, SENTENCES } from './all.ts';
import { type Given, type Message, sayOf } from './sentence.ts';

export type { Message };

/** Makes any sentence of its code and facts, where none has to be sent to a browser. */
export function say<Code extends Reason['code']>(
  code: Code,
  ...given: Given<(typeof SENTENCES)[Code]>
): Message {
  return sayOf<typeof SENTENCES, Code>(SENTENCES, code, ...given);
}
