import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ABI, MARKET_STATES, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { agree, askEach, reachedByTwo, requireSame, type Said } from './agree.ts';
import { connectLogs } from './connect-logs.ts';
import { connectSending } from './connect-sending.ts';
import { connectWallets } from './connect-wallets.ts';
import { type Block, type ChainMarket, type EscrowChain, OtherChain } from './escrow-chain.ts';
import { atSecond, readBlock } from './read-block.ts';
import type { Endpoints } from './rpc.ts';

/** The escrow through two endpoints or more. Nothing is asked until something is asked of it. */
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

  /** Behind its address a node can become another one at any time. */
  async function requireOwnChain(): Promise<void> {
    const found = await askEach(endpoints, 'the chain id', ({ client }) => client.getChainId());
    const other = found.find(({ answer }) => answer !== place.chainId);
    if (other !== undefined) throw new OtherChain(other.name, other.answer, place.chainId);
  }

  async function head(): Promise<{ latest: Block; finalized: Block }> {
    // First, since a node of another chain may have no answer to anything else.
    await requireOwnChain();
    const [latest, finalized] = await Promise.all([
      askEach(endpoints, 'the latest block', (endpoint) => readBlock(endpoint, { blockTag: 'latest' })),
      askEach(endpoints, 'the finalized block', (endpoint) => readBlock(endpoint, { blockTag: 'finalized' })),
    ]);
    // Two have passed this one, so all that have to know it: by its hash, and by the time that decides what is too late.
    const { number } = reachedByTwo(finalized, (block) => block.number);
    const passed = await Promise.all(
      finalized
        .filter(({ answer }) => answer.number >= number)
        .map(
          async ({ name, answer }): Promise<Said<Block>> => ({
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

  /** One that is behind may not have heard of it yet; that one has is reason enough to take no bets. */
  async function isPaused(): Promise<boolean> {
    const said = await askEach(endpoints, 'whether the contract is paused', ({ client }) =>
      client.readContract({ ...ofEscrow, functionName: 'paused' }),
    );
    return said.some(({ answer }) => answer);
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

  async function market(marketId: Hex, at: bigint): Promise<ChainMarket> {
    const ask = { args: [marketId], blockNumber: at } as const;
    const [m, stands] = await Promise.all([
      agree(endpoints, `market ${marketId} after block ${at}`, ({ client }) =>
        client.readContract({ ...ofEscrow, ...ask, functionName: 'market' }),
      ),
      agree(endpoints, `the state of market ${marketId} after block ${at}`, ({ client }) =>
        client.readContract({ ...ofEscrow, ...ask, functionName: 'stateOf' }),
      ),
    ]);
    const state = requireState(m.state);
    return {
      state,
      stands: requireState(stands),
      outcomes: m.outcomes,
      result: m.result < m.outcomes ? m.result : null,
      objections: m.objections,
      closesAt: atSecond(m.closesAt),
      objectionEndsAt: m.objectionEndsAt === 0n ? null : atSecond(m.objectionEndsAt),
      maxOdds: microOdds(m.maxOdds),
      maxHouseLoss: microUsdc(m.maxHouseLoss),
      openStakes: microUsdc(m.openStakes),
      received: microUsdc(m.received),
      reserve: microUsdc(m.reserve),
      largestPayout: microUsdc(m.largestPayout),
      rulesHash: m.rulesHash,
      evidenceHash: m.evidenceHash,
    };
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
    market,
  };
}

function requireState(state: number): ChainMarket['state'] {
  const found = MARKET_STATES[state];
  if (found === undefined) throw new Error(`expected a state of a market, got ${state}`);
  return found;
}
