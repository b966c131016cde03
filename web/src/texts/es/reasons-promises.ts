export const promisesReasons = {
  'promise-zero': 'todas las cuentas suman cero',
  'promise-balance': 'cada saldo es la suma de sus apuntes',
  'promise-below': 'nadie está por debajo de cero, tampoco la casa',
  'promise-escrow':
    'cada depósito cubre todos los resultados y una anulación, y guarda lo que pusieron en él sus asientos',
  'promise-market':
    'ningún mercado puede costar más de lo que la casa puso en él, sean cuales sean las apuestas pendientes que queden',
  'promise-game': 'ningún partido puede perder más que su tope, ni un mercado de la fuente más que el suyo',
  'promise-empty': 'no queda nada en el depósito de un mercado que ha terminado',
  'promise-stake':
    'cada apuesta tiene un apunte de su importe exacto, y cada asiento de una apuesta tiene su apuesta',
  'promise-once':
    'cada apuesta termina como mucho una vez: pagada si ganó, devuelta si se anuló, vendida por lo que se firmó',
  'promise-worth':
    'cada asiento paga a cada usuario exactamente lo que valen los finales de apuestas a los que corresponde',
  'promise-paid': 'un mercado que ha terminado ha pagado a todos los que debe pagar su final, y a nadie más',
  'promise-held':
    'por cada apuesta real hay una reserva hasta que se decide, y está en los libros justo cuando su importe está ahí',
  'promise-pending':
    'lo pendiente de cada resultado es lo que sus apuestas pendientes apuestan y pueden cobrar',
  'promise-agree':
    'los retornos abiertos, los importes y la versión de cada mercado concuerdan con sus apuestas y sus finales',
  'promise-quote': 'ninguna cotización y ninguna clave compró dos apuestas',
  'promise-in-time':
    'cada apuesta llegó antes del cierre, a un precio reciente, y quedó bajo el límite diario registrado con ella',
  'promise-break': 'nadie apostó durante una pausa propia',
  'promise-audit': 'la auditoría está completa: cada fila lleva el hash que dan ella y la fila anterior',
  'promise-seal': 'cada sello empieza donde terminó el anterior, y la auditoría tiene los mismos sellos',
  'promise-outside':
    'lo que vino de fuera y no volvió está en el contrato de depósito, en cada bloque definitivo',
  'promise-root':
    'la raíz de cada sello es la de los asientos, las apuestas y los finales de apuestas como están ahora',
  'promise-starts':
    'ningún comienzo de un partido, por temprano que sea, cuesta más que su tope, ni más que el de un mercado suyo',
  'promise-minutes':
    'lo que se guarda de las apuestas de cada minuto en un mercado de la fuente es lo que suman sus apuestas abiertas',
} as const;
