import type { cashOut as english } from '../en/cash-out.ts';
import type { TextsLike } from '../texts-like.ts';

export const cashOut = {
  title: 'Vender la apuesta',
  done: 'Apuesta vendida',
  asking: 'Consultando cuánto vale esta apuesta',
  staked: 'Apostaste',
  getNow: 'Recibes ahora',
  yourLoss: 'Tu pérdida',
  yourProfit: 'Tu ganancia',
  giveUp:
    'Renuncias al retorno de {{amount}} si gana {{outcome}}. Esto termina la apuesta y no se puede deshacer.',
  use: 'Usar {{amount}}',
  nowGives: 'La venta vale ahora {{now}} (antes {{were}}).',
  signedInAgain: 'Tu sesión está iniciada de nuevo. Pulsa vender otra vez para continuar.',
  nothingCashedOut: 'No se vendió nada; tu apuesta sigue abierta.',
  cashingOut: 'Vendiendo...',
  cashOutAmount: 'Vender por {{amount}} USDC',
  sending: 'Enviando al servidor. Cerrar esto no cancela la venta.',
  paidLoss:
    '{{amount}} ya están en tu saldo: una pérdida de {{loss}} en esta apuesta. Míralo en tu extracto.',
  paidProfit:
    '{{amount}} ya están en tu saldo: una ganancia de {{profit}} en esta apuesta. Míralo en tu extracto.',
  close: 'Listo',
  notNow: 'Ahora no puedes vender esta apuesta; sigue abierta.',
  inSeconds_one: 'Podrás vender en {{count}} segundo.',
  inSeconds_other: 'Podrás vender en {{count}} segundos.',
  askingAgain: 'Comprobando de nuevo.',
  askAgain: 'Comprobar de nuevo',
  signInToGoOn: 'Inicia sesión de nuevo para continuar.',
  earlierFirst: 'Esperando a tu venta anterior.',
  offline: 'No tienes conexión. Podrás vender cuando vuelva.',
  signInTo: 'Inicia sesión para vender esta apuesta.',
  lookAtAmount: 'Revisa primero el importe nuevo.',
} as const satisfies TextsLike<typeof english>;
