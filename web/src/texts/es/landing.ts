import type { landing as english } from '../en/landing.ts';
import type { TextsLike } from '../texts-like.ts';

export const landing = {
  predict: 'Predice el partido.',
  profit: 'Gana al instante.',
  lead: 'Cuotas fijas en deportes, política y cripto. Mira tu importe y tu pago antes de firmar.',
  browse: 'Ver mercados en vivo',
  tryDemo: 'Probar el modo demo',
  liveVolumeAmount: '$1.2M+',
  liveVolume: 'de volumen en vivo',
  demo: 'Esto es una demo: todos los USDC que ves son dinero de práctica.',
  whatYouGet: 'Qué te ofrecemos',
  edge: '0% de ventaja de la casa',
  edgeMeans:
    'Sin margen en los mercados premium. Redondear las cuotas hacia abajo cuesta entre un 0.2% y un 0.5%.',
  edgeMeasured: 'Cómo se mide',
  payouts: 'Pagos al instante',
  payoutsMean:
    'El depósito de cada mercado cubre todos los resultados: quien gana cobra en cuanto se liquida.',
  custody: 'Sin custodia',
  custodyMeans: 'Tus claves se quedan en tu billetera. Una firma por sí sola no mueve dinero.',
  liveMarkets: 'Mercados de predicción en vivo',
  sampleReceipt:
    'Recibo de ejemplo, partido en dos. Tu mitad: $25.00 a Harbour City a cuota 1.85. La mitad del libro: ganancia posible $21.25, retorno total $46.25, en depósito.',
  sample: 'Ejemplo',
  sampleOutcome: 'Harbour City',
  stake: 'Importe',
  yourHalf: 'Tu mitad',
  potentialWin: 'Ganancia posible',
  totalReturn: 'Retorno total',
  booksHalf: 'La mitad del libro',
  notFoundTitle: 'Página no encontrada',
  notFound: '404 Página no encontrada',
  notFoundWhy:
    'No hay nada en <address/>. Puede que la dirección sea incorrecta o que la página se haya movido.',
  toMarkets: 'Ir a los mercados',
} as const satisfies TextsLike<typeof english>;
