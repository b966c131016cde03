import type { stream as english } from '../en/stream.ts';
import type { TextsLike } from '../texts-like.ts';

export const stream = {
  connecting: 'Conectando',
  live: 'En vivo',
  reconnecting: 'Reconectando',
  paused: 'En pausa, actualizado a las {{time}}',
  offline: 'Sin conexión, actualizado a las {{time}}',
  tryNow: 'Probar ahora',
  held: 'Los precios están en pausa. Podrás apostar en cuanto vuelvan a estar en vivo.',
  heldCashOut: 'Los precios están en pausa. Podrás vender la apuesta en cuanto vuelvan a estar en vivo.',
  pricesLive: 'Precios en vivo, válidos hasta el importe indicado.',
  noBetsNow: 'Este mercado no acepta apuestas ahora.',
  betWon: 'Apuesta ganada',
  betLost: 'Apuesta perdida',
  betVoid: 'Apuesta anulada',
  betsEnded_one: 'Una de tus apuestas ha terminado',
  betsEnded_other: '{{count}} de tus apuestas han terminado',
  wonBet: 'Tu apuesta por {{outcome}} en {{market}} se pagó: {{amount}}.',
  lostBet: 'Tu apuesta por {{outcome}} en {{market}} perdió.',
  voidBet: 'Tu apuesta por {{outcome}} en {{market}} quedó anulada: se te devolvió tu importe de {{amount}}.',
  wonBetLive: 'Tu apuesta por {{outcome}} en {{market}} ganó: el contrato paga {{amount}} a tu billetera.',
  voidBetLive:
    'Tu apuesta por {{outcome}} en {{market}} quedó anulada: el contrato devuelve a tu billetera tu importe de {{amount}}.',
  paidInAllLive: 'El contrato paga en total {{amount}} a tu billetera. Mira cada apuesta en Mi cuenta.',
  paidInAll: 'Se te pagaron {{amount}} en total. Mira cada apuesta en Mi cuenta.',
  nothingPaid: 'Ninguna ganó. Mira cada apuesta en Mi cuenta.',
  marketById: 'Mercado {{id}}',
} as const satisfies TextsLike<typeof english>;
