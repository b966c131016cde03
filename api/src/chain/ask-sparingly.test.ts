import { expect, test } from 'vitest';
import { askSparingly, REFUSED_MS } from './ask-sparingly.ts';
import type { EscrowChain } from './escrow-chain.ts';

const ONE = `0x${'aa'.repeat(20)}` as const;
const OTHER = `0x${'bb'.repeat(20)}` as const;
const call = { from: ONE, to: `0x${'cc'.repeat(20)}`, data: '0x1234', gas: 900_000n } as const;

/** Nodes with the answers of a test, and the requests that they got. */
function someNodes() {
  const asked: string[] = [];
  const says = { goes: false };
  // These tests use no other methods.
  const chain = {
    async nonce(signer: string, tag: string) {
      asked.push(`${tag} nonce of ${signer}`);
      return asked.length;
    },
    async goesThrough({ data }: { data: string }) {
      asked.push(`call ${data}`);
      return says.goes;
    },
  } as Partial<EscrowChain> as EscrowChain;
  return { chain, asked, says };
}

test('a round reads the nonce of an account once, and the next round reads it again', async () => {
  const { chain, asked } = someNodes();
  const forOneLook = askSparingly(chain);
  for (const look of [forOneLook(), forOneLook()]) {
    const said = await Promise.all([
      look.nonce(ONE, 'latest'),
      look.nonce(ONE, 'latest'),
      look.nonce(OTHER, 'latest'),
      look.nonce(ONE, 'finalized'),
    ]);
    expect(said[1]).toBe(said[0]);
    expect(asked.splice(0)).toEqual([
      `latest nonce of ${ONE}`,
      `latest nonce of ${OTHER}`,
      `finalized nonce of ${ONE}`,
    ]);
  }
});

test('a call that would be reverted is tried again only after a while, and any other one at once', async () => {
  const { chain, asked, says } = someNodes();
  let nowMs = 0;
  const forOneLook = askSparingly(chain, () => nowMs);
  const attempt = (given = {}) => forOneLook().goesThrough({ ...call, ...given });
  expect([await attempt(), await attempt()]).toEqual([false, false]);
  says.goes = true;
  expect(await attempt()).toBe(false);
  expect(asked.splice(0)).toEqual(['call 0x1234']);
  expect([await attempt({ from: OTHER }), await attempt({ from: OTHER })]).toEqual([true, true]);
  expect(asked.splice(0)).toEqual(['call 0x1234', 'call 0x1234']);
  nowMs = REFUSED_MS;
  expect([await attempt(), await attempt()]).toEqual([true, true]);
  expect(asked.splice(0)).toHaveLength(2);

  says.goes = false;
  await attempt();
  expect(await attempt({ data: '0x5678' })).toBe(false);
  expect(asked.splice(0)).toEqual(['call 0x1234', 'call 0x5678']);
});
