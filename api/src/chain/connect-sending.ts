import type { Hex } from '@tallystone/core/escrow/abi-words';
import { larger, smaller } from '@tallystone/core/money/bounds';
import type { PublicClient } from 'viem';
import { askEach, awake, noteSilence, reachedByTwo } from './agree.ts';
import { answerOfCall } from './answer-of-call.ts';
import {
  ChainDisagreement,
  type ChainReceipt,
  ChainUnreachable,
  type EscrowChain,
  type Fees,
} from './escrow-chain.ts';
import type { Endpoints } from './rpc.ts';

/** The base fee moves by an eighth a block: nodes a few blocks apart stay within this. */
const BASE_FEE_RATIO = 4n;
/** Wei for a unit of gas: whatever nodes ask, more is not offered as a tip. */
const MOST_TIP = 500_000_000_000n;
/**
 * Polygon's nodes take nothing for less, so that a node that asks for too little could keep everything out of its blocks:
 * 25 gwei by docs.polygon.technology/tools/gas/polygon-gas-station, PIP-35, and `BorDefaultTxPoolPriceLimit` in
 * params/protocol_params.go of 0xPolygon/bor.
 */
const LEAST_TIP = 25_000_000_000n;
/** What nodes say of a transaction that they have, or whose place was taken: that it came too late is no failure. */
const HAS_IT =
  /already (?:known|imported|exists)|known transaction|nonce (?:is )?too low|already in (?:the )?(?:mem)?pool/i;

type Sending = 'receipt' | 'nonce' | 'gasBalance' | 'fees' | 'goesThrough' | 'broadcast';

/** What is needed to send a transaction, and to learn what became of it. */
export function connectSending(endpoints: Endpoints): Pick<EscrowChain, Sending> {
  async function receipt(hash: Hex): Promise<ChainReceipt | 'disputed' | null> {
    const said = await askEach(endpoints, 'a receipt', ({ client }) => readReceipt(client, hash));
    const [one, ...others] = said.flatMap(({ answer }) => answer ?? []);
    if (one === undefined) return null;
    // Near the head they may be of two minds for a while; what none of them takes back is told later.
    const isSame = others.every(
      ({ blockHash, status }) => blockHash === one.blockHash && status === one.status,
    );
    return isSame && others.length > 0 ? one : 'disputed';
  }

  async function fees(): Promise<Fees> {
    const said = await askEach(endpoints, 'the fees', async ({ client }) => {
      const [latest, tip] = await Promise.all([
        client.getBlock({ blockTag: 'latest' }),
        client.request({ method: 'eth_maxPriorityFeePerGas' }),
      ]);
      return { base: latest.baseFeePerGas ?? 0n, tip: BigInt(tip) };
    });
    const bases = said.map(({ answer }) => answer.base);
    const [low, high] = [bases.reduce(smaller), bases.reduce(larger)];
    if (high > BASE_FEE_RATIO * low + 1_000_000_000n) {
      throw new ChainDisagreement('the base fee', [`${low}`, `${high}`]);
    }
    // One may want us to burn what we have: what another one asks for is enough.
    const asked = said.map(({ answer }) => answer.tip).reduce(smaller);
    const tip = larger(LEAST_TIP, smaller(asked, MOST_TIP));
    // Twice the base fee, so that six full blocks in a row do not leave it behind.
    return { maxFee: 2n * high + tip, tip };
  }

  return {
    receipt,
    async nonce(signer, tag) {
      const said = await askEach(endpoints, `the nonce of ${signer}`, ({ client }) =>
        client.getTransactionCount({ address: signer, blockTag: tag }),
      );
      return reachedByTwo(said, (count) => count);
    },
    async gasBalance(account) {
      const said = await askEach(endpoints, `what ${account} has for gas`, ({ client }) =>
        client.getBalance({ address: account }),
      );
      return said.map(({ answer }) => answer).reduce(smaller);
    },
    fees,
    async goesThrough(call) {
      const said = await askEach(
        endpoints,
        'what a call would come to',
        async ({ client }) => (await answerOfCall(client, call)) !== null,
      );
      // One that is stuck, or lies, keeps nothing back.
      return reachedByTwo(said, Number);
    },
    broadcast: (raw) => broadcast(endpoints, raw),
  };
}

/** Gives signed bytes to the nodes. @throws ChainUnreachable when none takes them */
async function broadcast(endpoints: Endpoints, raw: Hex): Promise<void> {
  const outcomes = await Promise.allSettled(
    awake(endpoints).map(async (endpoint) => {
      try {
        await endpoint.client.request({ method: 'eth_sendRawTransaction', params: [raw] }, { retryCount: 0 });
      } catch (error) {
        noteSilence(endpoint, error);
        if (!HAS_IT.test(String(error))) throw error;
      }
    }),
  );
  if (outcomes.some(({ status }) => status === 'fulfilled')) return;
  const [first] = outcomes;
  throw new ChainUnreachable('no node took a transaction', first?.status === 'rejected' ? first.reason : '');
}

async function readReceipt(client: PublicClient, hash: Hex): Promise<ChainReceipt | null> {
  const found = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  if (found === null) return null;
  const status = found.status === '0x1' ? 'success' : 'reverted';
  return { block: BigInt(found.blockNumber), blockHash: found.blockHash, status };
}
