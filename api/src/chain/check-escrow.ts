import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ABI, ESCROW_ROLES, type EscrowRole, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import { ContractFunctionExecutionError, domainSeparator } from 'viem';
import { agree, askEach, isSilence } from './agree.ts';
import { type ChainSettings, ChainSetupError } from './chain-settings.ts';
import { FILE_OF_ROLE } from './keys.ts';
import type { Endpoints } from './rpc.ts';

const DECIMALS = 6;

/**
 * Compares the settings with what the nodes say: of which chain they are, what the token and the contract are, since
 * when the contract is there, and whether the keys hold its roles.
 *
 * @returns the token as it names itself, which is what wallets sign for
 * @throws ChainSetupError naming the first setting that differs
 */
export async function checkEscrow(
  endpoints: Endpoints,
  settings: Pick<ChainSettings, 'chainId' | 'usdc' | 'escrow' | 'escrowBlock' | 'resultWindowSeconds'> & {
    holders: Partial<Readonly<Record<EscrowRole, Hex>>>;
  },
): Promise<UsdcToken> {
  await checkChainId(endpoints, settings.chainId);
  const token = await readToken(endpoints, settings);
  await checkContract(endpoints, settings);
  await checkBirth(endpoints, settings);
  await checkRoles(endpoints, settings);
  return token;
}

async function checkChainId(endpoints: Endpoints, chainId: number): Promise<void> {
  const found = await askEach(endpoints, 'the chain id', ({ client }) => client.getChainId());
  const other = found.find(({ answer }) => answer !== chainId);
  if (other === undefined) return;
  throw new ChainSetupError(
    `CHAIN_RPC_URLS: ${other.name} is of chain ${other.answer}, and CHAIN_ID is ${chainId}`,
  );
}

async function readToken(
  endpoints: Endpoints,
  { usdc, chainId }: { usdc: Hex; chainId: number },
): Promise<UsdcToken> {
  const ask = <Name extends 'name' | 'version' | 'decimals' | 'DOMAIN_SEPARATOR'>(functionName: Name) =>
    agree(endpoints, `the token's ${functionName}`, ({ client }) =>
      answerOr(null, () => client.readContract({ address: usdc, abi: USDC_ABI, functionName })),
    );
  const [name, version, decimals, separator] = await Promise.all([
    ask('name'),
    ask('version'),
    ask('decimals'),
    ask('DOMAIN_SEPARATOR'),
  ]);
  if (name === null || version === null || decimals === null || separator === null) {
    throw new ChainSetupError(
      `USDC_ADDRESS: there is no USDC at ${usdc}, for it does not say its name, version, decimals and domain`,
    );
  }
  if (decimals !== DECIMALS) {
    throw new ChainSetupError(`USDC_ADDRESS: the token has ${decimals} decimals, expected ${DECIMALS}`);
  }
  const token = { address: usdc, name: String(name), version: String(version) };
  // What wallets sign is bound to name and version: with others than the token checks, no bet could be paid for.
  const domain = { name: token.name, version: token.version, chainId, verifyingContract: usdc };
  if (domainSeparator({ domain }) !== separator) {
    throw new ChainSetupError(
      `USDC_ADDRESS: the token "${token.name}" checks signatures by other words than its name and version "${token.version}"`,
    );
  }
  return token;
}

async function checkContract(
  endpoints: Endpoints,
  { escrow, usdc, resultWindowSeconds }: { escrow: Hex; usdc: Hex; resultWindowSeconds: number },
): Promise<void> {
  const ask = <Name extends 'token' | 'objectionWindow'>(functionName: Name) =>
    agree(endpoints, `the contract's ${functionName}`, ({ client }) =>
      answerOr(null, () => client.readContract({ address: escrow, abi: ESCROW_ABI, functionName })),
    );
  const [token, objectionWindow] = await Promise.all([ask('token'), ask('objectionWindow')]);
  if (token === null || objectionWindow === null) {
    throw new ChainSetupError(`ESCROW_ADDRESS: there is no escrow contract at ${escrow}`);
  }
  if (String(token).toLowerCase() !== usdc) {
    throw new ChainSetupError(
      `ESCROW_ADDRESS: the contract holds the token ${token}, and USDC_ADDRESS is ${usdc}`,
    );
  }
  if (Number(objectionWindow) !== resultWindowSeconds) {
    throw new ChainSetupError(
      `RESULT_WINDOW is ${resultWindowSeconds}, and the contract waits ${objectionWindow} seconds for objections`,
    );
  }
}

/** Its maker was named its owner in the block that it came in: what is older cannot be of it. */
async function checkBirth(
  endpoints: Endpoints,
  { escrow, escrowBlock }: { escrow: Hex; escrowBlock: bigint },
): Promise<void> {
  const isBorn = await agree(
    endpoints,
    `what the contract said in block ${escrowBlock}`,
    async ({ client }) => {
      const logs = await client.getContractEvents({
        address: escrow,
        abi: ESCROW_ABI,
        eventName: 'OwnershipTransferred',
        fromBlock: escrowBlock,
        toBlock: escrowBlock,
      });
      return logs.some(({ args }) => BigInt(args.previousOwner ?? 1) === 0n);
    },
  );
  if (!isBorn) {
    throw new ChainSetupError(`ESCROW_BLOCK: the contract was not deployed in block ${escrowBlock}`);
  }
}

async function checkRoles(
  endpoints: Endpoints,
  { escrow, holders }: { escrow: Hex; holders: Partial<Readonly<Record<EscrowRole, Hex>>> },
): Promise<void> {
  for (const [number, role] of ESCROW_ROLES.entries()) {
    const ours = holders[role];
    if (ours === undefined) continue;
    const holder = await agree(endpoints, `the holder of ${role}`, ({ client }) =>
      client.readContract({ address: escrow, abi: ESCROW_ABI, functionName: 'holderOf', args: [number] }),
    );
    if (holder.toLowerCase() !== ours) {
      throw new ChainSetupError(
        `CHAIN_KEYS_DIR: the key in the file ${FILE_OF_ROLE[role]} is of ${ours}, and the contract's ${role} is ${holder.toLowerCase()}`,
      );
    }
  }
}

/** A contract's answer, or `otherwise` when there is none that could give it. A node that fails is another matter. */
async function answerOr<T, U>(otherwise: U, ask: () => Promise<T>): Promise<T | U> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ContractFunctionExecutionError && !isSilence(error)) return otherwise;
    throw error;
  }
}
