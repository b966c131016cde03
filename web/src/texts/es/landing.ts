import type { landing as english } from '../en/landing.ts';
import type { TextsLike } from '../texts-like.ts';

export const landing = {
  predict: 'Predice el partido.',
  profit: 'Gana al instante.',
  lead: 'Cuotas fijas en deportes, política y cripto. Mira tu importe, tu pago y el mensaje exacto antes de firmar.',
  browse: 'Ver mercados en vivo',
  tryDemo: 'Probar el modo demo',
  liveVolumeAmount: '$1.2M+',
  liveVolume: 'de volumen en vivo',
  demo: 'Esto es una demo: todos los USDC que ves son dinero de práctica.',
  whatYouGet: 'Qué te ofrecemos',
  edge: '0% de ventaja de la casa',
  edgeMeans:
    'No añadimos margen en los mercados premium. Las cuotas se redondean hacia abajo a dos decimales, lo que cuesta entre un 0.2% y un 0.5%. <link>Cómo se mide</link>',
  payouts: 'Pagos al instante',
  payoutsMean:
    'Desde la primera apuesta, el depósito de cada mercado cubre todos los resultados: quien gana cobra en cuanto se liquida.',
  custody: 'Sin custodia',
  custodyMeans:
    'Tus claves se quedan en tu billetera. Firma cada apuesta con palabras claras, y una firma por sí sola no mueve dinero.',
  liveMarkets: 'Mercados de predicción en vivo',
  sampleReceipt:
    'Recibo de ejemplo, partido en dos. Tu mitad: $25.00 a Harbour City a cuota 1.85. La mitad del libro: ganancia posible $21.25, retorno total $46.25, en depósito.',
  sample: 'Ejemplo',
  sampleQuestion: 'Harbour City contra Northgate: ¿quién gana?',
  sampleOutcome: 'Harbour City',
  stake: 'Importe',
  yourHalf: 'Tu mitad',
  potentialWin: 'Ganancia posible',
  totalReturn: 'Retorno total',
  sampleHeld: 'firmado 0x71C765…d8976F · en depósito 46.25',
  booksHalf: 'La mitad del libro',
  notFoundTitle: 'Página no encontrada',
  notFound: '404 Página no encontrada',
  notFoundWhy:
    'No hay nada en <address/>. Puede que la dirección sea incorrecta o que la página se haya movido.',
  toMarkets: 'Ir a los mercados',
} as const satisfies TextsLike<typeof english>;
