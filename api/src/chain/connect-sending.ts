import type { Hex } from '@tallystone/core/escrow/abi-words';
import { larger, smaller } from '@tallystone/core/money/bounds';
import type { PublicClient } from 'viem';
import { askEach, noteUnresponsive, reachedByTwo, responsive } from './agree.ts';
import {
  ChainDisagreement,
  type ChainReceipt,
  ChainUnreachable,
  type EscrowChain,
  type Fees,
} from './escrow-chain.ts';
import { answerOfCall, type Endpoints } from './rpc.ts';

/** The base fee changes by at most an eighth per block, so nodes a few blocks apart stay within this ratio. */
const BASE_FEE_RATIO = 4n;
/** The highest tip that is offered, whatever nodes ask for. Wei per unit of gas. */
const MOST_TIP = 500_000_000_000n;
/**
 * Polygon's nodes take nothing below this tip, so a node that asks for less could keep everything out of blocks: 25 gwei by
 * docs.polygon.technology/tools/gas/polygon-gas-station, PIP-35, and `BorDefaultTxPoolPriceLimit` in
 * params/protocol_params.go of 0xPolygon/bor.
 */
const LEAST_TIP = 25_000_000_000n;
/** Nodes' messages for a transaction that they have already, or whose nonce is used. Coming too late isn't a failure. */
const HAS_IT =
  /already (?:known|imported|exists)|known transaction|nonce (?:is )?too low|already in (?:the )?(?:mem)?pool/i;

type Sending = 'receipt' | 'nonce' | 'gasBalance' | 'fees' | 'goesThrough' | 'broadcast';

/** What is needed to send a transaction and to learn its result. */
export function connectSending(endpoints: Endpoints): Pick<EscrowChain, Sending> {
  async function receipt(hash: Hex): Promise<ChainReceipt | 'disputed' | null> {
    const answers = await askEach(endpoints, 'a receipt', ({ client }) => readReceipt(client, hash));
    const [one, ...others] = answers.flatMap(({ answer }) => answer ?? []);
    if (one === undefined) return null;
    // Near the head the nodes may disagree for a while; a receipt that lasts is reported later.
    const isSame = others.every(
      ({ blockHash, status }) => blockHash === one.blockHash && status === one.status,
    );
    return isSame && others.length > 0 ? one : 'disputed';
  }

  async function fees(): Promise<Fees> {
    const answers = await askEach(endpoints, 'the fees', async ({ client }) => {
      const [latest, tip] = await Promise.all([
        client.getBlock({ blockTag: 'latest' }),
        client.request({ method: 'eth_maxPriorityFeePerGas' }),
      ]);
      return { base: latest.baseFeePerGas ?? 0n, tip: BigInt(tip) };
    });
    const bases = answers.map(({ answer }) => answer.base);
    const [low, high] = [bases.reduce(smaller), bases.reduce(larger)];
    if (high > BASE_FEE_RATIO * low + 1_000_000_000n) {
      throw new ChainDisagreement('the base fee', [`${low}`, `${high}`]);
    }
    // A node may try to make us overpay, so the lowest tip counts.
    const lowest = answers.map(({ answer }) => answer.tip).reduce(smaller);
    const tip = larger(LEAST_TIP, smaller(lowest, MOST_TIP));
    // Twice the base fee still covers it after six full blocks in a row.
    return { maxFee: 2n * high + tip, tip };
  }

  return {
    receipt,
    async nonce(signer, tag) {
      const answers = await askEach(endpoints, `the nonce of ${signer}`, ({ client }) =>
        client.getTransactionCount({ address: signer, blockTag: tag }),
      );
      return reachedByTwo(answers, (count) => count);
    },
    async gasBalance(account) {
      const answers = await askEach(endpoints, `what ${account} has for gas`, ({ client }) =>
        client.getBalance({ address: account }),
      );
      return answers.map(({ answer }) => answer).reduce(smaller);
    },
    fees,
    async goesThrough(call) {
      const answers = await askEach(
        endpoints,
        'what a call would come to',
        async ({ client }) => (await answerOfCall(client, call)) !== null,
      );
      // One endpoint that is stuck, or lies, can't hold anything back.
      return reachedByTwo(answers, Number);
    },
    broadcast: (raw) => broadcast(endpoints, raw),
  };
}

/** Sends signed bytes to the nodes. @throws ChainUnreachable if none takes them */
async function broadcast(endpoints: Endpoints, raw: Hex): Promise<void> {
  const outcomes = await Promise.allSettled(
    responsive(endpoints).map(async (endpoint) => {
      try {
        await endpoint.client.request({ method: 'eth_sendRawTransaction', params: [raw] }, { retryCount: 0 });
      } catch (error) {
        noteUnresponsive(endpoint, error);
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
