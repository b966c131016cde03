import type { landing as english } from '../en/landing.ts';
import type { TextsLike } from '../texts-like.ts';

export const landing = {
  predict: 'Predice el partido.',
  profit: 'Gana al instante.',
  lead: 'Cuotas fijas en deportes, política y cripto. Ves lo que cobrarías antes de firmar.',
  browse: 'Ver mercados en vivo',
  tryDemo: 'Probar el modo demo',
  liveVolumeAmount: '$1.2M+',
  liveVolume: 'de volumen en vivo',
  demo: 'Demo: todos los USDC son dinero de práctica.',
  whatYouGet: 'Qué te ofrecemos',
  edge: '0% de ventaja de la casa',
  edgeMeans: 'Sin margen en los mercados premium. El redondeo cuesta entre un 0.2% y un 0.5%.',
  edgeMeasured: 'Cómo se mide',
  payouts: 'Pagos al instante',
  payoutsMean:
    'Todos los resultados están cubiertos en depósito. Quien gana cobra en cuanto el mercado se liquida.',
  custody: 'Sin custodia',
  custodyMeans: 'Tus claves se quedan en tu billetera. Una firma por sí sola no mueve dinero.',
  liveMarkets: 'Mercados de predicción en vivo',
  sampleReceipt:
    'Recibo de ejemplo: $25.00 a Harbour City a cuota 1.85. Ganancia posible $21.25, retorno total $46.25.',
  sample: 'Ejemplo',
  sampleOutcome: 'Harbour City',
  stake: 'Importe',
  yourHalf: 'Tu mitad',
  potentialWin: 'Ganancia posible',
  totalReturn: 'Retorno total',
  booksHalf: 'La mitad del libro',
  notFoundTitle: 'Página no encontrada',
  notFound: '404 Página no encontrada',
  notFoundWhy: 'No hay nada en <address/>.',
  toMarkets: 'Ir a los mercados',
} as const satisfies TextsLike<typeof english>;
