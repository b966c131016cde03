import { PRODUCT_NAME } from '../format/product-name.ts';
import type { LegalSection } from './legal-section.ts';

export const contactInformation: LegalSection = {
  id: 'contact-information',
  title: 'Contact Information',
  body: (
    <>
      <p>
        {PRODUCT_NAME} is run by whoever installed it, under their own name and responsibility. The operator
        of this installation has not published a name, address or licence here yet. Until that happens, ask
        the person or organisation who gave you this address.
      </p>
      <h3>Before you write</h3>
      <ul>
        <li>
          An error message comes with a request number, under “Details” where a list could not be loaded.
          Quote it: it leads straight to what happened.
        </li>
        <li>For a question about a bet, give its reference and the market's title from your profile.</li>
        <li>
          What the house holds and owes, and how to check both and your own bets, is shown at{' '}
          <a href="/transparency">Transparency</a>.
        </li>
        <li>
          Whether the service is up is shown at <a href="/api/health/ready">Status</a>. How programs talk to
          it is described in the <a href="/docs">API docs</a>.
        </li>
        <li>Never send a key or recovery words to anyone, whoever asks.</li>
      </ul>
      <h3>Disputes</h3>
      <p>
        If you think a market was decided or a bet was recorded wrongly, tell the operator as soon as you
        notice, with the reference and what you expected. Every bet, its signed text and each movement of
        money are kept, so that the question can be answered from the record.
      </p>
    </>
  ),
};
