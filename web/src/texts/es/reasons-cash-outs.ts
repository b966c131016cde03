export const cashOutsReasons = {
  'cash-out-live-mode': 'Las apuestas reales todavía no se pueden vender, así que tu apuesta sigue abierta.',
  'cash-out-bet-ended':
    'Esta posición ha terminado, así que no hay nada que vender; su resultado está en tu historial.',
  'cash-out-not-accepted':
    'Esta apuesta no se ha aceptado, así que no hay nada que vender; consulta su estado en tu historial.',
  'cash-out-market-closed':
    'Las apuestas en este mercado han terminado, así que tu posición sigue abierta hasta el resultado.',
  'cash-out-market-suspended':
    'El mercado está suspendido, así que tu posición sigue abierta; inténtalo de nuevo cuando el mercado reabra.',
  'cash-out-feed-stale':
    'Las cuotas de este mercado están desactualizadas, así que tu posición sigue abierta; inténtalo de nuevo cuando lleguen otras.',
  'cash-out-too-soon':
    'Puedes vender un minuto después de apostar; hasta entonces tu posición sigue abierta.',
  'cash-out-no-price': 'Esta posición vale ahora menos de un centavo, así que sigue abierta.',
  'cash-out-one-sided':
    'El proveedor solo da precio a un lado de este mercado, así que nada dice cuánto vale tu apuesta; sigue abierta hasta el resultado.',
  'cash-out-not-covered':
    'Los fondos que quedan para este mercado se necesitan ahora para otras apuestas, así que la tuya sigue abierta; inténtalo más tarde.',
  'cash-out-waiting': 'Otra venta de esta posición espera una decisión, y sigue abierta hasta entonces.',
  'cash-out-automatic':
    'Una venta automática espera para esta apuesta, así que no se vendió ninguna parte; cancélala primero y luego vende una parte.',
  'cash-out-game-began':
    'Ha empezado otro partido de esta combinada, así que sigue abierta; véndela de nuevo.',
  'cash-out-changed':
    'Otra parte de esta apuesta se vendió desde que firmaste, así que no se vendió nada más; mira lo que sigue abierto y firma de nuevo.',
  'cash-out-part-too-small':
    'La parte mínima es de {{least:usdc}} USDC de lo apostado, así que tu apuesta se queda como está; elige una parte mayor.',
  'cash-out-part-too-large':
    'Deben seguir abiertos al menos {{least:usdc}} USDC de lo apostado, así que tu apuesta se queda como está; vende una parte menor o toda.',
  'partial-cash-out-not-yet':
    'Se podrán vender partes de apuestas cuando todos nuestros servidores estén actualizados, así que tu apuesta se queda como está; inténtalo más tarde.',
  'cash-out-books':
    'No se paga ninguna venta mientras se revisan nuestras cuentas, así que tu posición sigue abierta; inténtalo más tarde.',
  'automatic-cash-out-not-yet':
    'Las ventas automáticas empiezan cuando todos nuestros servidores estén actualizados, así que tu apuesta se queda como está; inténtalo más tarde.',
  'automatic-cash-out-decided-now':
    'Tu venta automática ha alcanzado su importe y se está decidiendo, así que se queda como está; vuelve a mirar en unos segundos.',
  'automatic-cash-out-above-payout':
    'Esta apuesta paga como máximo {{most:usdc}} USDC, así que no se puede vender por más; firma un importe menor.',
  'automatic-cash-out-or-not':
    'Todavía no sabemos si tu venta automática se cambió. Envíala de nuevo para averiguarlo; tu apuesta solo se puede pagar una vez.',
  'automatic-cash-out-not-recorded': 'No se pudo cambiar tu venta automática; envíala de nuevo.',
  'cash-out-fell':
    'La venta vale ahora {{amount:usdc}} USDC, menos de lo que firmaste, así que tu posición sigue abierta; firma de nuevo para aceptarlo.',
  'cash-out-too-small':
    'La venta mínima es de 0.01 USDC, así que tu posición sigue abierta; pide un importe nuevo.',
  'cash-out-signature-invalid':
    'La firma no corresponde a esta venta, así que tu posición sigue abierta; firma de nuevo en tu billetera.',
  'cashed-out-or-not':
    'Todavía no sabemos si tu venta se pagó. Envía la misma venta de nuevo para averiguarlo; solo se puede pagar una vez.',
  'cash-out-not-recorded':
    'No se pudo registrar la venta, así que tu posición sigue abierta; envíala de nuevo.',
  'too-many-cash-outs':
    'Este mercado tiene demasiada actividad ahora, así que tu posición sigue abierta; inténtalo de nuevo.',
  'cash-outs-not-recorded':
    'Ahora no se pueden registrar ventas, así que tu posición sigue abierta; inténtalo de nuevo.',
  'no-such-bet': 'Esa apuesta no es tuya, así que no se vendió nada; revisa las apuestas de tu perfil.',
  'no-such-receipt': 'No tienes ninguna apuesta con ese número; no se cambió nada.',
  'no-receipt-yet':
    'Esta apuesta no es definitiva en la cadena de bloques, así que no tiene recibo; consulta su estado en tu historial.',
} as const;
