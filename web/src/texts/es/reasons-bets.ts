export const betsReasons = {
  'unknown-market': 'Este mercado no existe, así que no se tomó dinero; vuelve a la lista y elige otro.',
  'unknown-outcome':
    'Este resultado no es del mercado, así que no se tomó dinero; recarga el mercado y elige de nuevo.',
  'market-closed':
    'Las apuestas en este mercado han terminado, así que no se tomó dinero; elige un mercado que siga abierto.',
  'market-suspended':
    'Las apuestas en este mercado están suspendidas, así que no se tomó dinero; inténtalo de nuevo cuando esté abierto.',
  'market-opening':
    'Este mercado se está abriendo en la blockchain, así que no se tomó dinero; inténtalo de nuevo cuando sea definitivo, en minutos.',
  'contract-refuses':
    'El contrato en la blockchain no acepta apuestas en este mercado, así que no se tomó dinero; elige otro.',
  'contract-unread':
    'Las apuestas están en pausa mientras el operador revisa lo que el contrato en la blockchain dice de este mercado, así que no se tomó dinero; elige otro.',
  'feed-stale':
    'Las cuotas de este mercado son demasiado antiguas para apostar, así que no se tomó dinero; inténtalo de nuevo cuando lleguen otras.',
  'no-price':
    'Este importe no tiene precio ahora en ese resultado, así que no se tomó dinero; introduce un importe menor o elige otro resultado.',
  'odds-changed':
    'La cuota es ahora {{odds:odds}}, así que no se tomó dinero; firma de nuevo para apostar a la cuota nueva.',
  'stake-too-small': 'El importe es menor que 0.01 USDC, así que no se tomó dinero; introduce uno mayor.',
  'takes-no-more':
    'El mercado no acepta más a este resultado ahora, así que no se tomó dinero; elige otro resultado o inténtalo más tarde.',
  'stake-too-large':
    'El mercado acepta ahora como máximo {{most:usdc}} USDC a este resultado, así que no se tomó dinero; introduce un importe menor.',
  'cap-reached':
    'Tu límite diario deja {{left:usdc}} USDC para hoy, así que no se tomó dinero; baja el importe o espera hasta medianoche UTC.',
  'self-excluded':
    'Pediste no apostar hasta {{until:minute}}, así que no se tomó dinero; tus apuestas abiertas y sus pagos no se tocan.',
  'insufficient-funds':
    'Tu saldo es de {{balance:usdc}} USDC, menos que el importe, así que no se tomó dinero; introduce un importe menor.',
  'signature-invalid':
    'La firma no corresponde a esta apuesta, así que no se tomó dinero; firma la apuesta de nuevo en tu billetera.',
  'wrong-wallet':
    'La apuesta nombra otra billetera que la de la sesión, así que no se tomó dinero; vuelve a esa billetera o inicia sesión de nuevo.',
  'quote-expired':
    'La cotización tiene más de 2 minutos, así que no se tomó dinero; pide una nueva y firma de nuevo.',
  'wrong-chain':
    'Las apuestas reales están por ahora en Polygon, así que no se tomó dinero; inicia sesión con una billetera EVM que tenga USDC en esa red.',
  'live-wait':
    'Dos apuestas de esta billetera fallaron en una hora porque no se pudo tomar su importe, así que no se tomó dinero; se aceptan apuestas de nuevo desde {{until:minute}}.',
  'already-placed':
    'Con esta solicitud ya se hizo otra apuesta, así que no se tomó más dinero; empieza una apuesta nueva para hacer otra.',
  'wallet-code-refuses-stake':
    'El código de tu billetera rechaza la firma del importe, así que no se tomó dinero; quita la delegación en tu billetera o apuesta con otra.',
  'not-odds':
    'Las cuotas son decimales, entre 1.01 y 1000.00 con dos decimales como mucho; pide una cotización nueva.',
  'not-an-amount': 'Un importe son cifras con dos decimales como mucho, por ejemplo 12.50; escríbelo así.',
  'wallet-unreadable': 'La dirección de la billetera no es válida; conecta la billetera de nuevo.',
  'quote-of-another-bet': 'La cotización era para otra apuesta; pide una nueva.',
  'placed-or-not':
    'Todavía no podemos saber si la apuesta se hizo; envía la misma apuesta de nuevo y recibirás su respuesta.',
  'bet-not-recorded': 'No se pudo registrar la apuesta, así que no se tomó dinero; envíala de nuevo.',
  'too-many-bets': 'Llegan demasiadas apuestas a la vez, así que no se tomó dinero; inténtalo de nuevo.',
  'bets-not-recorded':
    'Ahora no se pueden registrar apuestas, así que no se tomó dinero; inténtalo de nuevo.',
  'stopping-before-bet': 'El servidor se está deteniendo, así que no se tomó dinero; inténtalo de nuevo.',
  'too-many-bets-wait':
    'Demasiadas apuestas esperan en este mercado, así que no se tomó dinero; inténtalo de nuevo.',
  'betting-stopped':
    'Las apuestas están detenidas mientras se comprueban los libros, así que no se tomó dinero.',
  'betting-held':
    'Las apuestas están detenidas mientras se comprueba la cadena de bloques, así que no se tomó dinero.',
  'contract-paused':
    'El contrato no acepta apuestas nuevas por ahora, así que no se tomó dinero; las que ya se hicieron siguen en pie, y a quien gana se le paga.',
  'chain-silent':
    'Ahora no se puede preguntar a la cadena de bloques por el importe, así que no se tomó dinero; inténtalo de nuevo.',
  'no-live-bets': 'Este servidor no acepta apuestas reales, así que no se tomó dinero.',
  'live-bet-incomplete':
    'Una apuesta real necesita su cotización y la autorización de su importe; pide una cotización nueva y firma de nuevo.',
  'guest-ended':
    'Esta cuenta de invitado ha terminado, así que no se hizo ninguna apuesta; inicia sesión con tu billetera o continúa como un nuevo invitado.',
} as const;
