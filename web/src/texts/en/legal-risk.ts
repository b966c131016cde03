/** The legal terms on risk: what a stake risks, how odds move, and where to find help. */
export const legalRisk = {
  loseAll:
    '<strong>You can lose all of every stake.</strong> Most regular bettors lose money over time. Stake only what you can afford to lose, never to win back a loss.',
  edge: 'What “0% house edge” means',
  edgeWhat:
    "Where our own market maker sets prices, we add no margin: chances add up to 100% and give the odds, rounded down to two decimals. Over 200,000 markets, rounding took 0.2% to 0.5% of the fair return on average, at most 1%. Below a 5% chance even 1 USDC moves the odds: there both took 1.4% on average, at most 2.3%. You are never paid less than you sign. The rounding stays in the market's reserve.",
  moves: 'How odds move',
  movesCard:
    'Card odds are valid up to the stake shown. A larger stake gets lower odds, shown before you sign.',
  movesSigned: 'You get the odds you signed or better; otherwise the bet is refused and nothing is charged.',
  movesChances: 'Chances are prices set by stakes, not our forecasts. They can be wrong.',
  paid: 'When you are paid',
  paidWhen:
    "From its first bet, each market sets aside enough to pay every bet whichever answer wins. You are paid when it settles, maybe long after betting ends: results can be late, disputed or corrected. Markets that can't be decided are voided and open stakes returned.",
  limits: 'Limits',
  limitsWhat:
    'Your profile shows your daily stake cap, which restarts at midnight UTC. Markets also refuse bets above their current largest stake.',
  help: 'Help with gambling',
  helpWhat: 'If betting stops being a choice, talk to someone. These are free and independent of us:',
  helpWorld: 'Worldwide: <link>Gambling Therapy</link>',
  helpBritain: 'Great Britain: National Gambling Helpline, <link>0808 8020 133</link>, 24 hours',
  helpStates: 'United States: <link>1-800-GAMBLER</link>, 24 hours',
  helpAustralia: 'Australia: Gambling Help Online, <link>1800 858 858</link>, 24 hours',
  helpMeetings: 'Meetings in many countries: <link>Gamblers Anonymous</link>',
} as const;
