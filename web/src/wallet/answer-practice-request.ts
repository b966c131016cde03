import { signInOpening } from '@tallystone/core/identity/sign-in-message';
import { localStore } from '../data/local-store.ts';
import { type NodeQuestion, nodeAt } from './chain-node.ts';
import type { Eip1193Call } from './eip1193.ts';
import { evmChainOf } from './evm-chains.ts';
import { isRecord } from './is-record.ts';
import { practiceKey } from './practice-key.ts';
import type { PracticeWallet } from './practice-provider.ts';
import { practiceRequests } from './practice-requests.ts';
import { parseTypedData, typedDataText } from './typed-data-text.ts';
import { userRejected } from './wallet-failures.ts';

const unsupportedMethod = 4200;
const invalidParams = -32602;

/** The methods passed on to the node of a practice chain; all are read-only. */
const READS: readonly NodeQuestion['method'][] = [
  'eth_call',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
];

/**
 * Answers a request to a practice wallet: it connects without asking and asks before it signs a bet.
 *
 * @param onChain called with the chain id after a change
 * @throws an error with an EIP-1193 or JSON-RPC code
 */
export async function answerPracticeRequest(
  wallet: PracticeWallet,
  { method, params = [] }: Eip1193Call,
  onChain: (chainId: string) => void,
): Promise<unknown> {
  const chainId = () => localStore.read(wallet.chainKey) ?? wallet.chain?.chainId ?? '0x1';
  const keyOf = (address: unknown) => {
    const secret = wallet.secret();
    if (secret === null) throw rpcError(invalidParams, 'The practice wallet is not connected.');
    const key = practiceKey(secret);
    if (typeof address !== 'string' || address.toLowerCase() !== key.address.toLowerCase()) {
      throw rpcError(invalidParams, 'The practice wallet does not hold this account.');
    }
    return key;
  };
  const approve = async (request: { address: string; text: string; isTypedData: boolean }) => {
    const approved = await practiceRequests.ask({ walletName: wallet.name, ...request });
    if (!approved) throw rpcError(userRejected, 'The person rejected the request.');
  };

  switch (method) {
    case 'eth_requestAccounts':
      return [practiceKey(wallet.secret() ?? (await wallet.makeSecret())).address];

    case 'eth_accounts': {
      const secret = wallet.secret();
      return secret === null ? [] : [practiceKey(secret).address];
    }

    case 'eth_chainId':
      return chainId();

    case 'wallet_switchEthereumChain': {
      const target = requestedChainId(params[0]);
      if (evmChainOf(target) === null) throw rpcError(4902, 'The practice wallet does not know this chain.');
      if (target === chainId()) return null;
      localStore.write(wallet.chainKey, target);
      onChain(target);
      return null;
    }

    case 'personal_sign': {
      const [data, address] = params;
      if (typeof data !== 'string') throw rpcError(invalidParams, 'personal_sign needs a text.');
      const key = keyOf(address);
      const message = bytesOf(data);
      const text = new TextDecoder().decode(message);
      const opening = signInOpening({
        family: 'evm',
        domain: window.location.host,
        address: key.address,
      });
      const isOwnSignIn = text.startsWith(`${opening}\n`);
      if (!(wallet.signsInUnasked === true && isOwnSignIn)) {
        await approve({ address: key.address, text, isTypedData: false });
      }
      return key.personalSign(message);
    }

    case 'eth_signTypedData_v4': {
      const [address, json] = params;
      const data = parseTypedData(json);
      if (data === null) throw rpcError(invalidParams, 'The practice wallet cannot read this typed data.');
      const key = keyOf(address);
      // Like other wallets, it refuses to sign for a chain that it isn't on.
      if (data.domain.chainId !== Number(chainId())) {
        throw rpcError(invalidParams, 'The typed data are of another chain than the wallet is on.');
      }
      await approve({ address: key.address, text: typedDataText(data), isTypedData: true });
      return key.signTypedData(data);
    }

    default:
      if (wallet.chain?.chainId === chainId() && isRead(method)) {
        return nodeAt(wallet.chain.rpcUrl)({ method, params });
      }
      throw rpcError(unsupportedMethod, `The practice wallet does not offer ${method}.`);
  }
}

function isRead(method: string): method is NodeQuestion['method'] {
  return READS.some((read) => read === method);
}

function requestedChainId(param: unknown): string {
  if (isRecord(param) && typeof param.chainId === 'string') return param.chainId;
  throw rpcError(invalidParams, 'wallet_switchEthereumChain needs a chainId.');
}

/** `personal_sign` takes 0x-hex. A plain text is signed as its UTF-8 bytes. */
function bytesOf(data: string): Uint8Array {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) return new TextEncoder().encode(data);
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
