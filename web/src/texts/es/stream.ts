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
} as const satisfies TextsLike<typeof english>;
