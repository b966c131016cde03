import type { saidBets as english } from '../en/said-bets.ts';
import type { TextsLike } from '../texts-like.ts';

export const saidBets = {
  unknownMarket: 'Este mercado no existe, así que no se tomó dinero; vuelve a la lista y elige otro.',
  unknownOutcome:
    'Este resultado no es del mercado, así que no se tomó dinero; recarga el mercado y elige de nuevo.',
  marketClosed:
    'Las apuestas en este mercado han terminado, así que no se tomó dinero; elige un mercado que siga abierto.',
  marketSuspended:
    'Las apuestas en este mercado están suspendidas, así que no se tomó dinero; inténtalo de nuevo cuando esté abierto.',
  marketOpening:
    'Este mercado se está abriendo en la blockchain, así que no se tomó dinero; inténtalo de nuevo cuando sea definitivo, en minutos.',
  contractRefuses:
    'El contrato en la blockchain no acepta apuestas en este mercado, así que no se tomó dinero; elige otro.',
  walletCodeRefusesStake:
    'El código de tu billetera rechaza la firma del importe, así que no se tomó dinero; quita la delegación en tu billetera o apuesta con otra.',
  contractUnread:
    'Las apuestas están en pausa mientras el operador revisa lo que el contrato en la blockchain dice de este mercado, así que no se tomó dinero; elige otro.',
  feedStale:
    'Las cuotas de este mercado son demasiado antiguas para apostar, así que no se tomó dinero; inténtalo de nuevo cuando lleguen otras.',
  noPrice:
    'Este importe no tiene precio ahora en ese resultado, así que no se tomó dinero; introduce un importe menor o elige otro resultado.',
  oddsChanged:
    'La cuota es ahora {{odds}}, así que no se tomó dinero; firma de nuevo para apostar a la cuota nueva.',
  stakeTooSmall: 'El importe es menor que 0.01 USDC, así que no se tomó dinero; introduce uno mayor.',
  takesNoMore:
    'El mercado no acepta más a este resultado ahora, así que no se tomó dinero; elige otro resultado o inténtalo más tarde.',
  stakeTooLarge:
    'El mercado acepta ahora como máximo {{most}} USDC a este resultado, así que no se tomó dinero; introduce un importe menor.',
  capReached:
    'Tu límite diario deja {{left}} USDC para hoy, así que no se tomó dinero; baja el importe o espera hasta medianoche UTC.',
  selfExcluded:
    'Pediste no apostar hasta {{until}}, así que no se tomó dinero; tus apuestas abiertas y sus pagos no se tocan.',
  insufficientFunds:
    'Tu saldo es de {{balance}} USDC, menos que el importe, así que no se tomó dinero; introduce un importe menor.',
  signatureInvalid:
    'La firma no corresponde a esta apuesta, así que no se tomó dinero; firma la apuesta de nuevo en tu billetera.',
  wrongWallet:
    'La apuesta nombra otra billetera que la de la sesión, así que no se tomó dinero; vuelve a esa billetera o inicia sesión de nuevo.',
  quoteExpired:
    'La cotización tiene más de 2 minutos, así que no se tomó dinero; pide una nueva y firma de nuevo.',
  wrongChain:
    'Las apuestas reales están por ahora en Polygon, así que no se tomó dinero; inicia sesión con una billetera EVM que tenga USDC en esa red.',
  liveWait:
    'Dos apuestas de esta billetera fallaron en una hora porque no se pudo tomar su importe, así que no se tomó dinero; se aceptan apuestas de nuevo desde {{until}}.',
  alreadyPlaced:
    'Con esta solicitud ya se hizo otra apuesta, así que no se tomó más dinero; empieza una apuesta nueva para hacer otra.',
  badOdds:
    'Las cuotas son decimales, entre 1.01 y 1000.00 con dos decimales como mucho; pide una cotización nueva.',
  badAmount: 'Un importe son cifras con dos decimales como mucho, por ejemplo 12.50; escríbelo así.',
  badWallet: 'La dirección de la billetera no es válida; conecta la billetera de nuevo.',
  quoteOfOther: 'La cotización era para otra apuesta; pide una nueva.',
  placedOrNot:
    'Todavía no podemos saber si la apuesta se hizo; envía la misma apuesta de nuevo y recibirás su respuesta.',
  notRecorded: 'No se pudo registrar la apuesta, así que no se tomó dinero; envíala de nuevo.',
  tooManyAtOnce: 'Llegan demasiadas apuestas a la vez, así que no se tomó dinero; inténtalo de nuevo.',
  cannotRecord: 'Ahora no se pueden registrar apuestas, así que no se tomó dinero; inténtalo de nuevo.',
  stopping: 'El servidor se está deteniendo, así que no se tomó dinero; inténtalo de nuevo.',
  tooManyWait: 'Demasiadas apuestas esperan en este mercado, así que no se tomó dinero; inténtalo de nuevo.',
  bettingStopped:
    'Las apuestas están detenidas mientras se comprueban los libros, así que no se tomó dinero.',
  bettingHeld:
    'Las apuestas están detenidas mientras se comprueba la cadena de bloques, así que no se tomó dinero.',

  contractPaused:
    'El contrato no acepta apuestas nuevas por ahora, así que no se tomó dinero; las que ya se hicieron siguen en pie, y a quien gana se le paga.',
  chainSilent:
    'Ahora no se puede preguntar a la cadena de bloques por el importe, así que no se tomó dinero; inténtalo de nuevo.',
  noLiveBets: 'Este servidor no acepta apuestas reales, así que no se tomó dinero.',
  liveNeedsBoth:
    'Una apuesta real necesita su cotización y la autorización de su importe; pide una cotización nueva y firma de nuevo.',
  lateOnChain:
    'La apuesta no estaba en ningún bloque antes de que terminara su aceptación, así que no se tomó nada y se acabó; apuesta de nuevo si aún la quieres.',
  notTakenOnChain:
    'El contrato no aceptó la apuesta, así que no se tomó nada y se acabó; apuesta de nuevo y avisa al operador si pasa dos veces.',
  houseTooPoor:
    'El contrato no tenía bastante de la casa para respaldar la apuesta cuando llegó a la cadena, así que no se tomó nada y se acabó; apuesta más tarde o con un importe menor.',
  authorizationRefused:
    'El USDC rechazó la autorización del importe: la billetera ya no lo tenía, o la autorización estaba usada, cancelada o caducada, así que no se tomó nada y la apuesta se acabó; procura que el importe siga ahí y apuesta de nuevo.',
  closedOnChain:
    'El mercado ya había cerrado en la cadena cuando llegó la apuesta, así que no se tomó nada y la apuesta se acabó; elige un mercado que siga abierto.',
  fullOnChain:
    'El mercado no podía aceptar más a este resultado cuando la apuesta llegó a la cadena, así que no se tomó nada y la apuesta se acabó; introduce un importe menor o elige otro resultado.',

  liveMode: 'Las apuestas con dinero real todavía no se pueden vender, así que la apuesta sigue en pie.',
  betEnded: 'Esta apuesta ha terminado, así que no hay nada que vender; su resultado está en tu historial.',
  closedStands:
    'Las apuestas en este mercado han terminado, así que la tuya sigue en pie hasta su resultado.',
  suspendedStands:
    'El mercado está suspendido, así que la apuesta sigue en pie; inténtalo de nuevo cuando esté abierto.',
  staleStands:
    'Las cuotas de este mercado son demasiado antiguas para vender con ellas, así que la apuesta sigue en pie; inténtalo de nuevo cuando lleguen otras.',
  tooSoon: 'Una apuesta se puede vender un minuto después de hacerla; hasta entonces sigue en pie.',
  lessThanCent: 'El mercado da ahora menos de un centavo por esta apuesta, así que sigue en pie.',
  notCovered:
    'El mercado debe guardar ahora lo que tiene para otras apuestas, así que la apuesta sigue en pie; inténtalo más tarde.',
  soldForLeast: 'Una apuesta se vende por 0.01 USDC o más, así que sigue en pie; pide un importe nuevo.',
  cashOutSignature:
    'La firma no corresponde a esta venta, así que la apuesta sigue en pie; fírmala de nuevo en tu billetera.',
  cashedOutOrNot:
    'Todavía no podemos saber si la apuesta se vendió; envía la misma venta de nuevo y recibirás su respuesta.',
  cashOutNotRecorded: 'No se pudo registrar la venta, así que la apuesta sigue en pie; envíala de nuevo.',
  tooManyWant:
    'Demasiados quieren este mercado a la vez, así que la apuesta sigue en pie; inténtalo de nuevo.',
  cannotRecordCashOuts:
    'Ahora no se pueden registrar ventas, así que la apuesta sigue en pie; inténtalo de nuevo.',
  noSuchBet: 'No tienes esa apuesta, así que no se vendió nada; mira las apuestas de tu perfil.',
  fell: 'El mercado da ahora {{amount}} USDC por esta apuesta, menos de lo que firmaste, así que sigue en pie; firma de nuevo para venderla por eso.',
  noSuchReceipt: 'No tienes ninguna apuesta con ese número; no se cambió nada.',
  noReceiptYet:
    'El importe de esta apuesta no es definitivo en la cadena, así que no tiene recibo; no se cambió nada.',

  capRange:
    'Un límite diario es un importe entre 0.00 y 1,000,000.00 USDC en centavos enteros, así que tus límites siguen como están; introduce un importe así.',
  breakStays:
    'Pediste no apostar hasta {{until}}, lo que no se puede acortar y es posterior a lo que pides ahora, así que sigue como está.',
  limitsOrNot: 'Todavía no podemos saber si tus límites cambiaron; míralos de nuevo en un momento.',
  limitsNotRecorded: 'No se pudieron registrar tus límites, así que siguen como están; envíalos de nuevo.',
} as const satisfies TextsLike<typeof english>;
