import type { Refusal } from '@tallystone/core/betting/refusal';
import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type ErrorFacts, HttpError } from '../http/http-error.ts';

/** A refusal as an HTTP error: its sentence, and the figures that help the bettor to correct the bet. */
export function refusalError(refusal: Refusal, quote: WireQuote | null = null): HttpError {
  return new HttpError(refusal.reason, refusalMessage(refusal), { facts: factsOf(refusal, quote) });
}

/** The figures of a refusal that help the bettor to correct it. */
export function factsOf(refusal: Refusal, quote: WireQuote | null): ErrorFacts {
  switch (refusal.reason) {
    case 'odds-changed':
      return quote === null ? {} : { quote };
    case 'stake-too-large':
      return { maxStake: usdcToNumber(refusal.maxStake) };
    case 'cap-reached':
      return { capLeft: usdcToNumber(refusal.capLeft) };
    case 'insufficient-funds':
      return { balance: usdcToNumber(refusal.balance) };
    case 'live-wait':
      return { until: refusal.until.toISOString() };
    default:
      return {};
  }
}
