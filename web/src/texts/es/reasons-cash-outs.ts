export const cashOutsReasons = {
  'cash-out-live-mode':
    'Las apuestas con dinero real todavía no se pueden vender, así que la apuesta sigue en pie.',
  'cash-out-bet-ended':
    'Esta apuesta ha terminado, así que no hay nada que vender; su resultado está en tu historial.',
  'cash-out-market-closed':
    'Las apuestas en este mercado han terminado, así que la tuya sigue en pie hasta su resultado.',
  'cash-out-market-suspended':
    'El mercado está suspendido, así que la apuesta sigue en pie; inténtalo de nuevo cuando esté abierto.',
  'cash-out-feed-stale':
    'Las cuotas de este mercado son demasiado antiguas para vender con ellas, así que la apuesta sigue en pie; inténtalo de nuevo cuando lleguen otras.',
  'cash-out-too-soon':
    'Una apuesta se puede vender un minuto después de hacerla; hasta entonces sigue en pie.',
  'cash-out-no-price': 'El mercado da ahora menos de un centavo por esta apuesta, así que sigue en pie.',
  'cash-out-not-covered':
    'El mercado debe guardar ahora lo que tiene para otras apuestas, así que la apuesta sigue en pie; inténtalo más tarde.',
  'cash-out-fell':
    'El mercado da ahora {{amount:usdc}} USDC por esta apuesta, menos de lo que firmaste, así que sigue en pie; firma de nuevo para venderla por eso.',
  'cash-out-too-small':
    'Una apuesta se vende por 0.01 USDC o más, así que sigue en pie; pide un importe nuevo.',
  'cash-out-signature-invalid':
    'La firma no corresponde a esta venta, así que la apuesta sigue en pie; fírmala de nuevo en tu billetera.',
  'cashed-out-or-not':
    'Todavía no podemos saber si la apuesta se vendió; envía la misma venta de nuevo y recibirás su respuesta.',
  'cash-out-not-recorded':
    'No se pudo registrar la venta, así que la apuesta sigue en pie; envíala de nuevo.',
  'too-many-cash-outs':
    'Demasiados quieren este mercado a la vez, así que la apuesta sigue en pie; inténtalo de nuevo.',
  'cash-outs-not-recorded':
    'Ahora no se pueden registrar ventas, así que la apuesta sigue en pie; inténtalo de nuevo.',
  'no-such-bet': 'No tienes esa apuesta, así que no se vendió nada; mira las apuestas de tu perfil.',
  'no-such-receipt': 'No tienes ninguna apuesta con ese número; no se cambió nada.',
  'no-receipt-yet':
    'El importe de esta apuesta no es definitivo en la cadena, así que no tiene recibo; no se cambió nada.',
} as const;
