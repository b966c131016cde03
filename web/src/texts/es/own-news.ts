import type { ownNews as english } from '../en/own-news.ts';
import type { TextsLike } from '../texts-like.ts';

/** Mensajes sobre apuestas del usuario que terminaron o fallaron, ahora o desde la última visita. */
export const ownNews = {
  betWon: 'Apuesta ganada',
  betLost: 'Apuesta perdida',
  betVoid: 'Apuesta anulada',
  betsEnded_one: 'Terminó una apuesta',
  betsEnded_other: 'Terminaron {{count}} apuestas',
  wonBet: '{{outcome}} en {{market}}: {{amount}} pagados.',
  lostBet: '{{outcome}} en {{market}}',
  voidBet: '{{outcome}} en {{market}}: {{amount}} devueltos.',
  wonBetLive: '{{outcome}} en {{market}}: el contrato paga {{amount}} a tu billetera.',
  voidBetLive: '{{outcome}} en {{market}}: el contrato devuelve {{amount}} a tu billetera.',
  paidInAllLive: 'El contrato paga en total {{amount}} a tu billetera. Consulta Mi cuenta.',
  paidInAll: 'Se te pagaron {{amount}} en total. Consulta Mi cuenta.',
  nothingPaid: 'Ninguna ganó. Consulta Mi cuenta.',
  marketById: 'Mercado {{id}}',
  away_one: 'Una apuesta terminó mientras no estabas',
  away_other: '{{count}} apuestas terminaron mientras no estabas',
  awayPaid: 'Se te pagaron {{amount}} en total. Consulta Actividad reciente.',
  awayPaidLive: 'El contrato paga en total {{amount}} a tu billetera. Consulta Actividad reciente.',
  failedOnChain: '{{amount}} por {{outcome}}: no se tomó dinero.',
  awayNothingPaid: 'Ninguna se pagó. Consulta Actividad reciente.',
} as const satisfies TextsLike<typeof english>;
