import type { Hex } from '@tallystone/core/escrow/abi-words';
import { USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import { larger, smaller } from '@tallystone/core/money/bounds';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { encodeFunctionData, type PublicClient, parseAbi } from 'viem';
import type { AuthorizedStake } from '../betting/stake-chain.ts';
import type { WalletKind } from '../identity/wallet-code.ts';
import { agree, askEach } from './agree.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { answerOfCall, type Endpoint, type Endpoints, readBlock } from './rpc.ts';

/** EIP-7702: the account still has a key, and delegates to the code of another address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;
const SIGNATURE_ABI = parseAbi([
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
]);
const APPROVED = `0x1626ba7e${'0'.repeat(56)}`;
/**
 * Gas for a wallet's code, with the cost of the call itself. The contract leaves 120,000 for everything that the token does
 * with an authorization, of which the token's own work takes some 50,000.
 */
const WALLET_GAS = 90_000n;
/** Nodes' messages for a block that they don't have. */
const UNKNOWN_BLOCK =
  /(?:header|block|resource)(?: is)? not found|header for hash not found|block (?:0x)?[0-9a-f]+ not found|unknown block/i;

/** Reads the kinds and balances of bettors' wallets. */
export function connectWallets({
  endpoints,
  token,
}: {
  endpoints: Endpoints;
} & Pick<EscrowChain, 'token'>): Pick<EscrowChain, 'stakeable' | 'isNonceUsed' | 'kindOf' | 'isApproved'> {
  const ofToken = { address: token.address, abi: USDC_ABI } as const;

  async function stakeable(
    bettor: Hex,
    known: { readonly stakes: readonly AuthorizedStake[]; readonly since: bigint },
  ): Promise<MicroUsdc> {
    const answers = await askEach(endpoints, 'the USDC of a wallet', (endpoint) =>
      withKnownBlock(() => unbound(endpoint, bettor, known)),
    );
    return microUsdc(larger(0n, answers.map(({ answer }) => answer).reduce(smaller)));
  }

  /** A wallet's balance minus the stakes still to be taken from it, both after an endpoint's newest block. */
  async function unbound(
    endpoint: Endpoint,
    bettor: Hex,
    { stakes, since }: { readonly stakes: readonly AuthorizedStake[]; readonly since: bigint },
  ): Promise<bigint> {
    const { number, hash } = await readBlock(endpoint, { blockTag: 'latest' });
    if (number < since) throw new Error(`expected block ${since} or a later one, got ${number}`);
    // By hash, so that a block that was just replaced gives no answer.
    const after = { ...ofToken, blockHash: hash } as const;
    const { client } = endpoint;
    const [balance, ...isUsed] = await Promise.all([
      client.readContract({ ...after, functionName: 'balanceOf', args: [bettor] }),
      ...stakes.map(({ nonce }) =>
        client.readContract({ ...after, functionName: 'authorizationState', args: [bettor, nonce] }),
      ),
    ]);
    return stakes.reduce((left, { stake }, i) => (isUsed[i] === true ? left : left - stake), balance);
  }

  async function isNonceUsed(bettor: Hex, nonce: Hex): Promise<boolean> {
    const answers = await askEach(endpoints, 'the state of an authorization', ({ client }) =>
      client.readContract({ ...ofToken, functionName: 'authorizationState', args: [bettor, nonce] }),
    );
    return answers.some(({ answer }) => answer);
  }

  async function kindOf(account: Hex): Promise<WalletKind> {
    return await agree(endpoints, 'the code of a wallet', async ({ client }) =>
      kindByCode(await readCode(client, account)),
    );
  }

  async function isApproved(account: Hex, digest: Hex, signature: Hex): Promise<boolean> {
    const data = encodeFunctionData({
      abi: SIGNATURE_ABI,
      functionName: 'isValidSignature',
      args: [digest, signature],
    });
    return await agree(endpoints, "what a wallet's code says of a signature", async ({ client }) => {
      if (kindByCode(await readCode(client, account)) === 'key') return true;
      // Like the token, takes a failed call and any answer but this one word as a refusal.
      const call = { from: token.address, to: account, data, gas: WALLET_GAS };
      return (await answerOfCall(client, call))?.slice(0, 66) === APPROVED;
    });
  }

  return { stakeable, isNonceUsed, kindOf, isApproved };
}

/** Retries once: behind one address a machine may lack a block that another machine has just reported. */
async function withKnownBlock<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!UNKNOWN_BLOCK.test(String(error))) throw error;
    return await ask();
  }
}

const readCode = (client: PublicClient, account: Hex): Promise<Hex> =>
  client.request({ method: 'eth_getCode', params: [account, 'latest'] });

function kindByCode(code: Hex): WalletKind {
  if (code === '0x') return 'key';
  return DELEGATION.test(code) ? 'delegated' : 'contract';
}
