/** The legal terms on risk: what a stake risks, how odds move, and where to find help. */
export const legalRisk = {
  loseAll:
    '<strong>You can lose all of every stake.</strong> Most people who bet regularly lose money over time. Stake only what you can afford to lose, and never to win back a loss.',
  edge: 'What “0% house edge” means',
  edgeWhat:
    "On markets priced by our own market maker we add no margin: a market's shown chances add up to 100%, and the odds come straight from them. One cost remains. Odds have two decimals and are always rounded down, never up, and you are never paid at less than you sign. Measured over 200,000 markets this takes 0.2% to 0.5% of the fair return on average, and at most 1%. Below a chance of 5% even 1 USDC moves the odds: there the two together took 1.4% on average and at most 2.3%. A fair 1.857, for example, is offered as 1.85, which is 0.4% less. What rounding leaves over stays in the market's reserve.",
  moves: 'How odds move',
  movesCard:
    'The odds on a card are for a stake of 1 USDC and stay valid up to the stake shown with them. A larger stake gets lower odds; the bet dialog shows how much lower before you sign.',
  movesSigned:
    'You are paid at the odds you signed or better, or the bet is not accepted. If the market has moved below them in the meantime, the bet is refused because the odds changed, and nothing is charged.',
  movesChances: 'Chances are prices set by stakes. They are not our forecasts, and they can be wrong.',
  paid: 'When you are paid',
  paidWhen:
    "From its first bet, each market sets aside enough to pay every bet whichever answer wins. You are paid when the market is settled, which can be later than the end of betting: a result may be late, disputed or corrected. If a market can't be decided it is voided, and open stakes are returned without odds.",
  limits: 'Limits',
  limitsWhat:
    'Stakes count towards a daily cap that restarts at midnight UTC. Your profile shows yours. At any moment a market also has a largest stake, and refuses bets above it.',
  help: 'Help with gambling',
  helpWhat:
    'If betting stops being a choice, talk to someone. These services are free and independent of us:',
  helpWorld: 'Worldwide, in many languages: <link>Gambling Therapy</link>',
  helpBritain: 'Great Britain: National Gambling Helpline, <link>0808 8020 133</link>, 24 hours a day',
  helpStates: 'United States: <link>1-800-GAMBLER</link>, 24 hours a day',
  helpAustralia: 'Australia: Gambling Help Online, <link>1800 858 858</link>, 24 hours a day',
  helpMeetings: 'Meetings in many countries: <link>Gamblers Anonymous</link>',
} as const;
