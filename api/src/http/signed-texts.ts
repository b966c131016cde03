import { betMessage } from '@tallystone/core/betting/bet-message';
import {
  automaticCashOutMessage,
  cashOutMessage,
  partialCashOutMessage,
} from '@tallystone/core/betting/cash-out-message';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import type { EscrowBet, EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, type TypedData, type UsdcToken } from '@tallystone/core/escrow/typed-data';
import type { EndpointName } from '@tallystone/core/http-api';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { signInMessage } from '@tallystone/core/identity/sign-in-message';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';

/** A text that a wallet signs, with a `{name}` in the place of each value. */
export interface SignedText {
  /** When this text is the one to sign, and where its values come from. */
  when: string;
  template: string;
}

/** Moments and a number that no other part of a text contains, so each can be found in it and named. */
const ISSUED_AT = new Date('2001-01-01T00:00:00.001Z');
const EXPIRES_AT = new Date('2001-01-01T00:00:00.002Z');
const PAID = 987_654_321;
const NONCE = 'NONCENONCE';

const named = (text: string): string =>
  text
    .replaceAll(ISSUED_AT.toISOString(), '{issuedAt}')
    .replaceAll(EXPIRES_AT.toISOString(), '{expiresAt}')
    .replaceAll(String(PAID), '{paid}')
    .replaceAll(NONCE, '{nonce}');

const act = (of: SignedAct): string =>
  named(
    actMessage(of, {
      domain: '{domain}',
      address: '{address}',
      nonce: NONCE,
      issuedAt: ISSUED_AT,
      expiresAt: EXPIRES_AT,
    }),
  );

const signIn = (family: 'evm' | 'solana'): string =>
  named(
    signInMessage({
      family,
      domain: '{domain}',
      uri: '{uri}',
      address: '{address}',
      chainId: family === 'evm' ? '{chainId}' : 'mainnet',
      nonce: NONCE,
      issuedAt: ISSUED_AT,
      expiresAt: EXPIRES_AT,
    }),
  );

const REHEARSAL = {
  marketId: '{marketId}',
  title: '{title}',
  outcomeId: '{outcomeId}',
  outcomeName: '{outcomeName}',
  hash: '{hash}',
  paid: PAID,
};
const VOID = { ...REHEARSAL, outcomeId: null, outcomeName: null };
const SEVERAL = { ...REHEARSAL, alsoWonIds: ['{alsoWonId}'] };
const endName = (rehearsal: object): string => {
  if (rehearsal === VOID) return 'a void';
  return rehearsal === SEVERAL ? 'several winners' : 'a winner';
};
const MARKETS = [{ id: '{marketId}', title: '{title}' }];
const OF_NONCE =
  '`domain`, `issuedAt` and `expiresAt` are in the answer of `getNonce` with `use=act`, `address` is the canonical address of the signing wallet.';
const QUOTED =
  'Values in quotation marks are JSON strings; control and invisible characters in any value are written as `\\uXXXX`.';

const approval = (what: string, rehearsal: typeof REHEARSAL | typeof VOID): SignedText => ({
  when: `${what} ${OF_NONCE} The other values are in the rehearsal. ${QUOTED}`,
  template: act({ kind: 'approve-result', rehearsal }),
});

/** The texts that a wallet signs for each call that takes a signature, from the code that checks them. */
export const SIGNED_TEXTS = {
  verifySignIn: [
    { when: 'EVM wallets. `getNonce` returns the text as `message`.', template: signIn('evm') },
    { when: 'Solana wallets. `getNonce` returns the text as `message`.', template: signIn('solana') },
  ],
  placeBet: [
    {
      when: 'Always. `amount` and `odds` are the numbers of the body as JavaScript writes them (`String(n)`), or its strings as they are.',
      template: betMessage({ amount: '{amount}', outcomeId: '{outcomeId}', odds: '{odds}' }),
    },
  ],
  cashOut: [
    {
      when: 'Without `part`. `amount` is the number of the body as JavaScript writes it (`String(n)`), or its string as it is.',
      template: cashOutMessage({ betId: '{betId}', amount: '{amount}' }),
    },
    {
      when: 'With `part`. Its `stake` and `of` are as `amount` is.',
      template: partialCashOutMessage({
        betId: '{betId}',
        stake: '{stake}',
        of: '{of}',
        amount: '{amount}',
      }),
    },
  ],
  setAutomaticCashOut: [
    {
      when: 'Always. `amount`, the least that is paid, is as for `cashOut`.',
      template: automaticCashOutMessage({ betId: '{betId}', amount: '{amount}' }),
    },
  ],
  placeCombo: [
    {
      when: 'Always. The ids of the outcomes are in ascending order, joined by `+`. `amount` and `odds`, the lowest that you accept, are as for `placeBet`.',
      template: comboMessage({
        amount: '{amount}',
        outcomeIds: ['{outcomeId}', '{outcomeId}'],
        odds: '{odds}',
      }),
    },
  ],
  cashOutCombo: [
    {
      when: 'Always, with the id of the combo. `amount` is as for `cashOut`.',
      template: cashOutMessage({ betId: '{comboId}', amount: '{amount}' }),
    },
  ],
  takeBreak: (['7-days', '30-days', '6-months', '1-year', '5-years'] as const).map((period) => ({
    when: `For \`${period}\`. ${OF_NONCE}`,
    template: act({ kind: 'break', period }),
  })),
  objectToResult: [false, true].flatMap((isSecond) =>
    [REHEARSAL, SEVERAL, VOID].map((rehearsal) => ({
      when: `${isSecond ? 'After an earlier objection' : 'The first objection'} to ${endName(rehearsal)}. ${OF_NONCE} The other values are in the resolution's rehearsal. ${QUOTED}`,
      template: act({ kind: 'object', rehearsal, reason: '{reason}', isSecond }),
    })),
  ),
  resolveMarket: [
    approval('Where no second admin approves the result.', REHEARSAL),
    approval('The same of several winners: all ids of `alsoWonIds`, with commas.', SEVERAL),
  ],
  voidMarket: [approval('Where no second admin approves the void.', VOID)],
  approveResolution: [
    approval('For a winner.', REHEARSAL),
    approval('For several winners: all ids of `alsoWonIds`, with commas.', SEVERAL),
    approval('For a void.', VOID),
  ],
  approveChange: [
    {
      when: `Always. ${OF_NONCE} \`summary\` is what was sent as \`seen\`. ${QUOTED}`,
      template: act({ kind: 'approve-change', changeId: '{changeId}', summary: '{summary}' }),
    },
  ],
  bulkMarkets: (['close-now', 'delete'] as const).map((kind) => ({
    when: `For \`${kind === 'delete' ? 'delete' : 'close'}\` of one market. For more markets the act names their number, the first 8 by id, and if there are more the SHA-256 of all ids: \`core/src/identity/act-message.ts\`. ${OF_NONCE} ${QUOTED}`,
    template: act({ kind, markets: MARKETS }),
  })),
} as const satisfies Partial<Record<EndpointName, readonly SignedText[]>>;

const PLACE: EscrowPlace = { chainId: 137, escrow: '0x00000000000000000000000000000000000000e5' };
const TOKEN: UsdcToken = {
  address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  name: 'USD Coin',
  version: '2',
};
const BET: EscrowBet = {
  betId: `0x${'b1'.repeat(32)}`,
  marketId: `0x${'a1'.repeat(16)}`,
  bettor: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  outcome: 0,
  stake: microUsdc(25_000_000n),
  odds: microOdds(1_900_000n),
  deadline: 1_800_000_000,
};

/**
 * The typed data (EIP-712) of a live bet's stake, for an example bet: the bettor signs it besides the text, and sends
 * the signature as `authorization`.
 */
export const SIGNED_STAKE: { bet: Record<string, unknown>; typedData: TypedData } = {
  bet: { ...BET, stake: String(BET.stake), odds: String(BET.odds), ...PLACE },
  typedData: stakeAuthorization(BET, PLACE, TOKEN),
};
