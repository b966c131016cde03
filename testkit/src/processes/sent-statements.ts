/** SQL that databases lack which keep one set of tables on several machines. */
const LACKING: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['advisory locks', /\bpg_(?:try_)?advisory_/i],
  ['messages', /\bpg_notify\b|^\s*(?:un)?listen\b|^\s*notify\b/i],
  [
    'numbers of transactions',
    /\bpg_current_(?:xact_id|snapshot)\b|\bpg_snapshot_|\btxid_|\bxid8?\b|\bxm(?:in|ax)\b/i,
  ],
  ['triggers', /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\b/i],
  ['constraints for which nulls are equal', /\bnulls\s+not\s+distinct\b/i],
  [
    'an update to what each row computes differently',
    /\bupdate\b(?:(?!;|\binsert\b|\bselect\b)[\s\S])*?\bset\b(?:(?!;|\bwhere\b|\bfrom\b|\bselect\b)[\s\S])*?\b(?:clock_timestamp|random|gen_random_uuid|nextval)\(/i,
  ],
];

/** @returns what a statement uses of it; null if nothing */
export const lackingIn = (statement: string): string | null =>
  LACKING.find(([, pattern]) => pattern.test(statement))?.[0] ?? null;

/** The types of messages with a statement, in PostgreSQL's protocol. */
const QUERY = 0x51;
const PARSE = 0x50;
/** Asks for TLS or a cancelled statement: such a message comes before the first one of a connection, or alone. */
const FIRST_CODES = new Set([80_877_103, 80_877_102, 80_877_104]);

/** Reads the statements in what a client sends. */
export class StatementReader {
  readonly #onStatement: (text: string) => void;
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;

  constructor(onStatement: (text: string) => void) {
    this.#onStatement = onStatement;
  }

  read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      // The first message has no type.
      const typeBytes = this.#hasBegun ? 1 : 0;
      if (this.#rest.length < typeBytes + 8 && !(this.#hasBegun && this.#rest.length >= 5)) return;
      const end = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < end) return;
      const message = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(end);
      if (this.#hasBegun) this.#readMessage(message);
      else this.#hasBegun = !FIRST_CODES.has(message.readInt32BE(4));
    }
  }

  #readMessage(message: Buffer): void {
    const type = message[0];
    if (type !== QUERY && type !== PARSE) return;
    const start = type === QUERY ? 5 : message.indexOf(0, 5) + 1;
    this.#onStatement(message.toString('utf8', start, message.indexOf(0, start)));
  }
}
