/** The texts of a shared bet. The picture is made for its bettor, in the language of the page. */

const en = {
  bet: 'Bet',
  practice: 'Practice bet',
  odds: 'Odds',
  stake: 'Stake',
  pays: 'Pays if it wins',
  ifSold: 'Profit if sold now',
  result: 'Result',
  results: { won: 'Won', lost: 'Lost', void: 'Refunded', 'cashed-out': 'Cashed out' },
  profit: 'Profit',
  placed: (time: string) => `Placed ${time}`,
  ended: (time: string) => `Ended ${time}`,
  asOf: (time: string) => `As of ${time}`,
};

export type BetWords = typeof en;

const es: BetWords = {
  bet: 'Apuesta',
  practice: 'Apuesta de práctica',
  odds: 'Cuota',
  stake: 'Importe',
  pays: 'Paga si gana',
  ifSold: 'Ganancia si se vende ahora',
  result: 'Resultado',
  results: { won: 'Ganada', lost: 'Perdida', void: 'Reembolsada', 'cashed-out': 'Cobrada' },
  profit: 'Ganancia',
  placed: (time) => `Hecha el ${time}`,
  ended: (time) => `Terminada el ${time}`,
  asOf: (time) => `A las ${time}`,
};

export const BET_WORDS = { en, es } as const;
