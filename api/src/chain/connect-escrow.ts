import { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { type Answer, agree, askEach, reachedByTwo, requireSame } from './agree.ts';
import { connectLogs } from './connect-logs.ts';
import { connectSending } from './connect-sending.ts';
import { connectWallets } from './connect-wallets.ts';
import { type Block, type EscrowChain, OtherChain } from './escrow-chain.ts';
import { type Endpoints, readBlock } from './rpc.ts';

/** Connects to the escrow through two endpoints or more. Sends no request until a method is called. */
export function connectEscrow({
  endpoints,
  place,
  token,
  escrowBlock,
}: {
  endpoints: Endpoints;
  place: EscrowPlace;
  token: UsdcToken;
  escrowBlock: bigint;
}): EscrowChain {
  const { escrow } = place;
  const ofEscrow = { address: escrow, abi: ESCROW_ABI } as const;

  const block = (number: bigint): Promise<Block> =>
    agree(endpoints, `block ${number}`, (endpoint) => readBlock(endpoint, { blockNumber: number }));

  /** A node's address can lead to another node at any time. */
  async function requireOwnChain(): Promise<void> {
    const found = await askEach(endpoints, 'the chain id', ({ client }) => client.getChainId());
    const other = found.find(({ answer }) => answer !== place.chainId);
    if (other !== undefined) throw new OtherChain(other.name, other.answer, place.chainId);
  }

  async function head(): Promise<{ latest: Block; finalized: Block }> {
    // First, since a node on another chain may fail to answer anything else.
    await requireOwnChain();
    const [latest, finalized] = await Promise.all([
      askEach(endpoints, 'the latest block', (endpoint) => readBlock(endpoint, { blockTag: 'latest' })),
      askEach(endpoints, 'the finalized block', (endpoint) => readBlock(endpoint, { blockTag: 'finalized' })),
    ]);
    // Two endpoints have passed this block, so all that have must agree on its hash and on its time, which sets deadlines.
    const { number } = reachedByTwo(finalized, (block) => block.number);
    const passed = await Promise.all(
      finalized
        .filter(({ answer }) => answer.number >= number)
        .map(
          async ({ name, answer }): Promise<Answer<Block>> => ({
            name,
            answer: answer.number === number ? answer : await block(number),
          }),
        ),
    );
    return {
      latest: reachedByTwo(latest, (block) => block.number),
      finalized: requireSame('the finalized block', passed),
    };
  }

  /** An endpoint that is behind may not know of a pause yet, so one that does is enough to take no bets. */
  async function isPaused(): Promise<boolean> {
    const answers = await askEach(endpoints, 'whether the contract is paused', ({ client }) =>
      client.readContract({ ...ofEscrow, functionName: 'paused' }),
    );
    return answers.some(({ answer }) => answer);
  }

  async function reserves(at: bigint) {
    const ask = (functionName: 'totalReserved' | 'totalSetAside' | 'free') =>
      agree(endpoints, `${functionName} after block ${at}`, ({ client }) =>
        client.readContract({ ...ofEscrow, functionName, blockNumber: at }),
      );
    const [reserved, setAside, free] = await Promise.all([
      ask('totalReserved'),
      ask('totalSetAside'),
      ask('free'),
    ]);
    return { reserved: microUsdc(reserved), setAside: microUsdc(setAside), free: microUsdc(free) };
  }

  return {
    ...connectLogs({ endpoints, place, token }),
    ...connectWallets({ endpoints, token }),
    ...connectSending(endpoints),
    place,
    token,
    escrowBlock,
    head,
    isPaused,
    block,
    balance: async (at) =>
      microUsdc(
        await agree(endpoints, `the escrow's USDC after block ${at}`, ({ client }) =>
          client.readContract({
            address: token.address,
            abi: USDC_ABI,
            functionName: 'balanceOf',
            args: [escrow],
            blockNumber: at,
          }),
        ),
      ),
    reserves,
  };
}
