import type { cashOut as english } from '../en/cash-out.ts';
import type { TextsLike } from '../texts-like.ts';

export const cashOut = {
  title: 'Vender la apuesta',
  done: 'Apuesta vendida',
  asking: 'Preguntando al mercado cuánto da por esta apuesta',
  staked: 'Apostaste',
  getNow: 'Recibes ahora',
  yourLoss: 'Tu pérdida',
  yourProfit: 'Tu ganancia',
  giveUp:
    'Renuncias al retorno de {{amount}} si gana {{outcome}}. La apuesta termina con esto y no se puede retomar.',
  use: 'Usar {{amount}}',
  nowGives: 'El mercado da ahora {{now}} por esta apuesta (antes {{were}}).',
  signedInAgain: 'Tu sesión está iniciada de nuevo: vende otra vez para continuar.',
  nothingCashedOut: 'No se vendió nada; la apuesta sigue en pie.',
  cashingOut: 'Vendiendo...',
  cashOutAmount: 'Vender por {{amount}} USDC',
  sending: 'Enviando al servidor. Cerrar esto no cancela la venta.',
  paidLoss: '{{amount}} están en tu saldo: una pérdida de {{loss}} en esta apuesta. Figura en tu extracto.',
  paidProfit:
    '{{amount}} están en tu saldo: una ganancia de {{profit}} en esta apuesta. Figura en tu extracto.',
  close: 'Listo',
  notNow: 'Ahora no se puede vender esta apuesta, así que sigue en pie.',
  inSeconds_one: 'Se podrá vender en {{count}} segundo.',
  inSeconds_other: 'Se podrá vender en {{count}} segundos.',
  askingAgain: 'Preguntando de nuevo.',
  askAgain: 'Preguntar de nuevo',
  signInToGoOn: 'Inicia sesión de nuevo para continuar desde aquí.',
  earlierFirst: 'Primero va tu venta anterior.',
  offline: 'No tienes conexión. La venta espera a que vuelva.',
  signInTo: 'Inicia sesión para vender esta apuesta.',
  lookAtAmount: 'Mira primero el importe nuevo.',
} as const satisfies TextsLike<typeof english>;
