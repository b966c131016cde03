import type { stream as english } from '../en/stream.ts';
import type { TextsLike } from '../texts-like.ts';

export const stream = {
  connecting: 'Conectando',
  live: 'En vivo',
  reconnecting: 'Reconectando',
  paused: 'En pausa, actualizado a las {{time}}',
  offline: 'Sin conexión, actualizado a las {{time}}',
  tryNow: 'Probar ahora',
  held: 'Precios en pausa. Podrás apostar cuando vuelvan.',
  heldCashOut: 'Precios en pausa. Podrás vender cuando vuelvan.',
  pricesLive: 'Precios en vivo, válidos hasta el importe indicado.',
  noBetsNow: 'Ahora no se aceptan apuestas.',
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
} as const satisfies TextsLike<typeof english>;
