export const promisesReasons = {
  'promise-zero': 'todas las cuentas suman cero',
  'promise-balance': 'cada saldo es la suma de sus apuntes',
  'promise-below': 'ningún usuario está por debajo de cero, tampoco la casa',
  'promise-escrow':
    'cada depósito cubre todos los resultados y una anulación, y contiene exactamente lo que pusieron sus asientos',
  'promise-market':
    'ningún mercado puede costar más de lo que la casa puso en él, sean cuales sean las apuestas pendientes que se confirmen',
  'promise-game':
    'ningún partido puede perder más que su tope, ni ningún mercado de la fuente más que el suyo',
  'promise-empty': 'no queda nada en el depósito de un mercado que ha terminado',
  'promise-stake':
    'cada apuesta tiene un apunte de su importe exacto, y cada asiento de una apuesta tiene su apuesta',
  'promise-once':
    'cada apuesta termina como mucho una vez: pagada si ganó, devuelta si se anuló, vendida por lo que se firmó, o por más mientras se jugaba su partido',
  'promise-worth': 'cada asiento paga a cada usuario exactamente lo que valen las apuestas que termina',
  'promise-paid': 'un mercado terminado ha pagado a todos los que debe, y a nadie más',
  'promise-held':
    'por cada apuesta real hay una reserva hasta que se decide, y los libros la cuentan justo cuando su importe ha llegado',
  'promise-pending':
    'los totales pendientes de cada resultado coinciden con los importes y pagos de sus apuestas pendientes',
  'promise-agree':
    'los retornos abiertos, los importes y la versión de cada mercado coinciden con sus apuestas y cómo terminaron',
  'promise-quote': 'ninguna cotización ni clave de solicitud hizo dos apuestas',
  'promise-in-time':
    'cada apuesta y cada combinada se hizo antes del cierre, con cuotas recientes y dentro del límite diario registrado con ella',
  'promise-combos':
    'la cuenta de las combinadas contiene exactamente los retornos de las combinadas abiertas',
  'promise-combo':
    'cada combinada tiene un asiento que mueve su importe y la parte de la casa, y cada asiento así tiene su combinada',
  'promise-combo-end':
    'cada combinada termina como mucho una vez, por los resultados de sus selecciones o por lo que se firmó, y su asiento paga exactamente eso',
  'promise-legs': 'el resultado de cada selección de una combinada es el de su mercado',
  'promise-open-combos':
    'la lista de combinadas abiertas tiene todas las que no han terminado, y ninguna otra',
  'promise-orders':
    'la cuenta de las órdenes contiene exactamente los importes de las apuestas en juego que esperan su plazo',
  'promise-order':
    'cada orden tiene un asiento que retiene su importe y termina como mucho una vez: el importe volvió o lo tomó la apuesta',
  'promise-delay':
    'cada apuesta en juego se ordenó antes: pasó todo el plazo sin una suspensión, y la fuente había confirmado el precio al final',
  'promise-sale':
    'cada venta de una apuesta o combinada con un partido en juego se pidió antes: pasó todo el plazo sin una suspensión, y la fuente había confirmado el precio al final; cada venta automática pagó al menos lo firmado',
  'promise-break': 'nadie apostó durante una pausa propia',
  'promise-audit': 'la auditoría está íntegra: cada fila lleva el hash hecho con ella y con la fila anterior',
  'promise-seal': 'cada sello empieza donde terminó el anterior, y la auditoría tiene los mismos sellos',
  'promise-outside':
    'el dinero que entró y no volvió a salir está en el contrato de depósito, en cada bloque definitivo',
  'promise-root':
    'la raíz de cada sello coincide con los asientos, las apuestas y sus finales como están ahora',
  'promise-starts':
    'por temprano que empiece un partido, no puede costar más que su tope, ni ninguno de sus mercados más que el suyo',
  'promise-minutes': 'los totales por minuto de un mercado de la fuente coinciden con sus apuestas abiertas',
} as const;
