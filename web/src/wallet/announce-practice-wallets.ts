import { announceProvider } from 'mipd';
import { localStore } from '../data/local-store.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { loadPart } from './load-part.ts';
import { createPracticeProvider } from './practice-provider.ts';
import { practiceAdminRdns, practiceChainRdns, practiceRdnsPrefix } from './practice-rdns.ts';

const practiceKeyKey = 'tallystone.practice';
let announced = false;

/** Announces the practice wallets over EIP-6963, like any extension would. Later calls do nothing. */
export function announcePracticeWallets({ adminKey }: { adminKey: string | null }): void {
  if (announced) return;
  announced = true;

  announce({
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
    }),
  });
  if (adminKey === null) return;
  announce({
    name: 'Practice admin',
    rdns: practiceAdminRdns,
    uuid: '5a7c1e9e-6d0b-4c7e-9c53-7a11e5704e02',
    provider: createPracticeProvider({
      name: 'Practice admin',
      secret: () => adminKey,
      makeSecret: async () => adminKey,
      chainKey: 'tallystone.practice-admin.chain',
    }),
  });
}

/**
 * Announces the wallets of a practice chain in the same way: they hold practice USDC on it, and ask its node. Later
 * calls do nothing.
 */
export function announceChainWallets({
  chain,
  wallets,
}: {
  chain: { rpcUrl: string; chainId: string };
  wallets: readonly { name: string; key: string }[];
}): void {
  if (announced) return;
  announced = true;
  for (const [place, { name, key }] of wallets.entries()) {
    announce({
      name,
      rdns: `${practiceChainRdns}-${place + 1}`,
      // Any that differ will do.
      uuid: `5a7c1e9e-6d0b-4c7e-9c53-7a11e57${(0x10000 + place).toString(16)}`,
      provider: createPracticeProvider({
        name,
        secret: () => key,
        makeSecret: async () => key,
        chainKey: `tallystone.practice-chain-${place + 1}.chain`,
        chain,
      }),
    });
  }
}

/** A damaged key guards nothing worth keeping: it counts as none, and a new one is made. */
function readPracticeSecret(): string | null {
  const stored = localStore.read(practiceKeyKey);
  return stored !== null && /^[0-9a-f]{64}$/.test(stored) ? stored : null;
}

/** A warning-coloured tile with a notched stick: plainly not the icon of a real wallet. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#8A5A00"/>' +
    '<path fill="#FAEFD2" d="M7 6h9l-3.5 5 3.5 5-3.5 5 3.5 5H7zM18.5 6H25v20h-6.5L15 21l3.5-5L15 11z"/></svg>',
)}` as const;

function announce(wallet: { name: string; rdns: string; uuid: string; provider: Eip1193Provider }): void {
  const { provider, ...info } = wallet;
  type Announced = Parameters<typeof announceProvider>[0]['provider'];
  // The library types providers by its own list of calls; whoever finds this one asks for what any wallet answers.
  announceProvider({ info: { ...info, icon }, provider: provider as unknown as Announced });
}
