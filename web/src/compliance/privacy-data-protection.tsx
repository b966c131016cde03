import type { LegalSection } from './legal-section.ts';

export const privacyDataProtection: LegalSection = {
  id: 'privacy-data-protection',
  title: 'Privacy & Data Protection',
  body: (
    <>
      <p>
        There is no account form: no name, e-mail address or password is asked for. What is kept follows from
        what you do.
      </p>
      <h3>In your browser</h3>
      <ul>
        <li>The session token and your user record, from signing in until you disconnect.</li>
        <li>The wallet address and chain you used last, so that the page can reconnect.</li>
        <li>Your choice of theme, and that you have confirmed your age.</li>
        <li>
          With a practice wallet, its throw-away key. It controls practice money only; never send anything of
          value to its address.
        </li>
      </ul>
      <p>
        Clearing this site's data in your browser removes all of it. No advertising or analytics scripts are
        loaded.
      </p>
      <h3>On the server</h3>
      <ul>
        <li>Your wallet address, its kind, your level and your daily stake cap.</li>
        <li>Sessions: only a fingerprint of each token, for at most 12 hours of use.</li>
        <li>
          Each bet: market, outcome, stake, odds, time, and the signature you gave. History and exports carry
          only its first 32 digits, as the bet's reference.
        </li>
        <li>
          Each movement of money as an entry in the books. Entries are only ever added. They cannot be erased
          on request without breaking the books for everyone, but they hold no more about you than an address.
        </li>
        <li>
          Logs of requests: time, path, result and a request number. Network addresses are used to limit
          abuse.
        </li>
      </ul>
      <h3>With others</h3>
      <p>
        Your wallet program sees what it is asked to sign and follows its own policy. To show a Solana
        balance, your browser asks a public Solana node, which sees your address. Wallet addresses are
        pseudonyms, not secrets: anyone who can link an address to you can link its public history too.
      </p>
      <p>
        You may ask the operator what is stored about your address, have errors corrected, and object to uses
        that are not needed to run the service. Being able to sign with the wallet is how you show that the
        address is yours.
      </p>
    </>
  ),
};
