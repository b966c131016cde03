import type { WireConfig } from '@tallystone/core/http-api/config';
import { announceProvider } from 'mipd';
import { localStore } from '../data/local-store.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { loadPart } from './load-part.ts';
import type { PracticeKey } from './practice-key.ts';
import { practiceKeys } from './practice-keys.ts';
import { createPracticeProvider } from './practice-provider.ts';
import { practiceAdminRdns, practiceChainRdns, practiceRdnsPrefix } from './practice-rdns.ts';

const practiceKeyKey = 'tallystone.practice';
const announced = new Set<string>();

/**
 * Announces each practice wallet once over EIP-6963, as an extension would: the demo's wallet, and the server's wallets
 * whose keys practice links have brought into this tab. All at once, so that **Try demo mode** knows whether there is a choice.
 */
export async function announcePracticeWallets(config: WireConfig): Promise<void> {
  let linked: readonly Announcement[] = [];
  try {
    linked = await linkedAnnouncements(config);
  } finally {
    if (config.mode === 'demo' && config.practiceWallets) announce(demoAnnouncement());
    for (const each of linked) announce(each);
  }
}

function demoAnnouncement(): Announcement {
  return {
    name: 'Practice wallet',
    rdns: practiceRdnsPrefix,
    uuid: '5a7c1e9e-6d0b-4c7e-9c53-7a11e5704e01',
    provider: createPracticeProvider({
      name: 'Practice wallet',
      secret: readPracticeSecret,
      makeSecret: async () => {
        const { makePracticeSecret } = await loadPart(() => import('./practice-key.ts'));
        const secret = makePracticeSecret();
        localStore.write(practiceKeyKey, secret);
        return secret;
      },
      chainKey: 'tallystone.practice.chain',
      signsInUnasked: true,
    }),
  };
}

/** The server's wallets whose keys are in this tab. Keys of other wallets, such as those of an earlier server start, are ignored. */
async function linkedAnnouncements(config: WireConfig): Promise<readonly Announcement[]> {
  const keys = practiceKeys.read();
  const linked = linkedWallets(config);
  if (keys.length === 0 || linked.length === 0) return [];
  const { practiceKey } = await loadPart(() => import('./practice-key.ts'));
  const keyOf = new Map(keys.map((key) => [addressOf(practiceKey, key), key]));
  return linked.flatMap(({ address, uuid, ...wallet }) => {
    const key = keyOf.get(address);
    if (key === undefined) return [];
    const provider = createPracticeProvider({ ...wallet, secret: () => key, makeSecret: async () => key });
    return { name: wallet.name, rdns: wallet.rdns, uuid, provider };
  });
}

interface Announcement {
  name: string;
  rdns: string;
  uuid: string;
  provider: Eip1193Provider;
}

interface LinkedWallet {
  name: string;
  address: string;
  rdns: string;
  /** Only has to be unique. */
  uuid: string;
  chainKey: string;
  chain?: { rpcUrl: string; chainId: string };
}

/** The server's wallets whose keys come by links. Wallets of a practice chain have USDC on it and use its node. */
function linkedWallets({ practiceAdmin, practiceChain, live }: WireConfig): LinkedWallet[] {
  if (practiceChain !== undefined && live !== undefined) {
    const chain = { rpcUrl: practiceChain.rpcUrl, chainId: `0x${live.chainId.toString(16)}` };
    return practiceChain.wallets.map(({ name, address }, place) => ({
      name,
      address,
      rdns: `${practiceChainRdns}-${place + 1}`,
      uuid: `5a7c1e9e-6d0b-4c7e-9c53-7a11e57${(0x10000 + place).toString(16)}`,
      chainKey: `tallystone.practice-chain-${place + 1}.chain`,
      chain,
    }));
  }
  if (practiceAdmin === undefined) return [];
  return [
    {
      name: 'Practice admin',
      address: practiceAdmin,
      rdns: practiceAdminRdns,
      uuid: '5a7c1e9e-6d0b-4c7e-9c53-7a11e5704e02',
      chainKey: 'tallystone.practice-admin.chain',
    },
  ];
}

/** The address of a key; null if the digits aren't a valid key. */
function addressOf(practiceKey: (secret: string) => PracticeKey, key: string): string | null {
  try {
    return practiceKey(key).address;
  } catch {
    return null;
  }
}

/** Ignores a damaged key, because it guards practice money only; the wallet then makes a new one. */
function readPracticeSecret(): string | null {
  const stored = localStore.read(practiceKeyKey);
  return stored !== null && /^[0-9a-f]{64}$/.test(stored) ? stored : null;
}

/** A warning-coloured tile with a notched stick, which doesn't look like the icon of a real wallet. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#8A5A00"/>' +
    '<path fill="#FAEFD2" d="M7 6h9l-3.5 5 3.5 5-3.5 5 3.5 5H7zM18.5 6H25v20h-6.5L15 21l3.5-5L15 11z"/></svg>',
)}` as const;

function announce(wallet: Announcement): void {
  if (announced.has(wallet.rdns)) return;
  announced.add(wallet.rdns);
  const { provider, ...info } = wallet;
  type Announced = Parameters<typeof announceProvider>[0]['provider'];
  // The library types providers by its own list of calls. Ours answers the calls that this page makes.
  announceProvider({ info: { ...info, icon }, provider: provider as unknown as Announced });
}
