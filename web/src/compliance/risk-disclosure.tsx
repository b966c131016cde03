import type { LegalSection } from './legal-section.ts';

export const riskDisclosure: LegalSection = {
  id: 'risk-disclosure',
  title: 'Risk Disclosure',
  body: (
    <>
      <p>
        <strong>You can lose the whole of every stake.</strong> Most people who bet regularly lose money over
        time. Stake only what you can do without, and never to win back a loss.
      </p>
      <h3>What “0% house edge” means</h3>
      <p>
        On markets priced by our own market maker no margin is added: the shown chances of a market sum to
        100%, and the odds come straight from them. One cost remains. Odds have two decimals and are always
        rounded down, never up, so that what you sign is exactly what is paid. Measured over 200,000 markets
        this takes 0.2% to 0.5% of the fair return on average, and at most 1%. Below a chance of 5% even 1
        USDC moves the odds: there the two together took 1.4% on average and at most 2.3%. A fair 1.857, for
        example, is offered as 1.85, which is 0.4% less. What rounding leaves over stays in the market's
        reserve.
      </p>
      <h3>How odds move</h3>
      <ul>
        <li>
          The odds on a card are those for a stake of 1 USDC and hold up to the stake printed with them. A
          larger stake gets lower odds; the bet dialog shows by how much before you sign.
        </li>
        <li>
          You are paid at the odds you signed or the bet is not taken. If the market has moved too far in
          between, the bet is refused as a change of odds, and nothing is charged.
        </li>
        <li>Chances are prices made by stakes. They are not forecasts by us, and they can be wrong.</li>
      </ul>
      <h3>When you are paid</h3>
      <p>
        Each market sets aside, from its first bet on, enough to pay every bet whichever answer wins. Payment
        follows when the market is settled, which can be later than the end of betting: a result may be late,
        disputed or corrected. If a market cannot be decided it is voided, and open stakes are returned
        without odds.
      </p>
      <h3>Limits</h3>
      <p>
        Stakes count towards a daily cap that starts anew at midnight UTC. Your profile shows yours. A market
        also has a largest stake at any moment, above which it takes no bet.
      </p>
      <h3>Help with betting</h3>
      <p>If betting stops being a choice, talk to someone. These services are free and independent of us:</p>
      <ul>
        <li>
          Worldwide, in many languages: <a href="https://www.gamblingtherapy.org">Gambling Therapy</a>
        </li>
        <li>
          Great Britain: National Gambling Helpline, <a href="tel:+448088020133">0808 8020 133</a>, day and
          night
        </li>
        <li>
          United States: <a href="tel:+18004262537">1-800-GAMBLER</a>, day and night
        </li>
        <li>
          Australia: Gambling Help Online, <a href="tel:+611800858858">1800 858 858</a>, day and night
        </li>
        <li>
          Meetings in many countries: <a href="https://www.gamblersanonymous.org">Gamblers Anonymous</a>
        </li>
      </ul>
    </>
  ),
};
