import { LEAST_PART, partProblem } from '@tallystone/core/betting/part-of-bet';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { amountError } from './quote.ts';

/** The stake of a part of a bet. @param of the open stake, micro-USDC. @throws HttpError `invalid-request` */
export function stakeOfPart(sent: string | number, of: MicroUsdc): MicroUsdc {
  const stake = parseUsdc(sent);
  if (stake === null) throw amountError();
  const problem = partProblem(stake, of);
  if (problem === null) return stake;
  throw new HttpError(
    'invalid-request',
    say(`cash-out-part-${problem}`, { least: usdcToNumber(LEAST_PART) }),
  );
}
