import { Link } from 'wouter';

/** One ruled row: three claims, each with what it means and where it stops. */
export function LandingTiles() {
  return (
    <section aria-label="What you get" className="frame">
      <ul className="tiles">
        <li>
          <h2>0% House Edge</h2>
          <p>
            No margin is added on premium markets. Odds are rounded down to two decimals, which costs about
            0.2% to 0.5%. <Link href="/legal#risk-disclosure">How it is measured</Link>
          </p>
        </li>
        <li>
          <h2>Instant Payouts</h2>
          <p>
            The escrow of a market covers every outcome from the first bet on, so winners are paid when it
            settles.
          </p>
        </li>
        <li>
          <h2>Non-custodial</h2>
          <p>
            Your keys stay in your wallet. It signs every bet in plain words, and a signature alone moves
            nothing.
          </p>
        </li>
      </ul>
    </section>
  );
}
